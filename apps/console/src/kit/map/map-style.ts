import type { StyleSpecification } from 'maplibre-gl';
import coastlineUrl from './coastline.json?url';

export interface Tiles {
  url: string;
  attribution: string | null;
}

/** Colours of the bundled coastline; tiles cover it with their own. */
const colours = {
  light: { sea: '#dbe7ef', land: '#f4f2ec', border: '#b9b3a6' },
  dark: { sea: '#10181f', land: '#262d35', border: '#4a545f' },
} as const;

/** The base map: the bundled coastline, covered by tiles where a tile server is configured. */
export function mapStyle(scheme: 'light' | 'dark', tiles: Tiles | null): StyleSpecification {
  const { sea, land, border } = colours[scheme];
  const raster = tiles && {
    type: 'raster' as const,
    tiles: [tiles.url],
    tileSize: 256,
    ...(tiles.attribution ? { attribution: tiles.attribution } : {}),
  };
  return {
    version: 8,
    sources: {
      coastline: {
        type: 'geojson',
        data: new URL(coastlineUrl, location.href).href,
        attribution: 'Natural Earth',
      },
      ...(raster ? { tiles: raster } : {}),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      {
        id: 'land',
        type: 'fill',
        source: 'coastline',
        filter: ['==', ['get', 'kind'], 'land'],
        paint: { 'fill-color': land, 'fill-antialias': false },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'coastline',
        filter: ['==', ['get', 'kind'], 'border'],
        paint: { 'line-color': border, 'line-width': 1, 'line-dasharray': [3, 2] },
      },
      ...(raster ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
    ],
  };
}
