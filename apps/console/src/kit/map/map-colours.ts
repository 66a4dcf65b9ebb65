import { type Flavor, namedFlavor } from '@protomaps/basemaps';

/** Protomaps' colours with our sea and land, on which the markers stand out, and with names that are legible on them. */
const own = {
  light: {
    background: '#d3e3ee',
    water: '#d3e3ee',
    earth: '#f4f2ec',
    boundaries: '#9b9486',
    country_label: '#6b675e',
    city_label: '#3f3d39',
    city_label_halo: '#f4f2ec',
    ocean_label: '#3f6a87',
  },
  dark: {
    background: '#10181f',
    water: '#10181f',
    earth: '#262d35',
    boundaries: '#66717d',
    country_label: '#98a3af',
    city_label: '#c9d0d8',
    city_label_halo: '#1a2027',
    ocean_label: '#7fa3bd',
  },
} as const;

/** The colours and fonts of the map. `font` is a list of families, as in a style sheet. */
export function mapColours(scheme: 'light' | 'dark', font: string): Flavor {
  // MapLibre draws glyphs with the fonts of the browser, and reads weight and slant from the name of the first family.
  const fonts = { regular: font, bold: `bold,${font}`, italic: `italic,${font}` };
  return { ...namedFlavor(scheme), ...own[scheme], ...fonts };
}
