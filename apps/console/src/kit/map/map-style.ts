import { layers } from '@protomaps/basemaps';
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import groundUrl from './ground/ground.pmtiles?url';
import { mapColours } from './map-colours.ts';
import { archiveScheme, tileScheme } from './tile-protocols.ts';

/** Where detailed tiles come from. */
export interface Tiles {
  /** A template with {z}, {x} and {y}, or the address of a PMTiles archive. */
  url: string;
  /** Null: an archive, or a map service, says it itself. */
  attribution: string | null;
  /** Of a map service, which wants its name and the sources of each view to be seen. */
  copyright?: MapCopyright | undefined;
}

export interface MapCopyright {
  /** Of the service. */
  name: string;
  /** The sources of what is seen. */
  of: (view: MapView, signal: AbortSignal) => Promise<string>;
}

/** What a map shows, in degrees. */
export interface MapView {
  zoom: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface MapStyleOptions {
  scheme: 'light' | 'dark';
  /** Null: the bundled map only. */
  tiles: Tiles | null;
  /** Of the names, by its code in map data. */
  language: string;
  /** Families of fonts, as in a style sheet. */
  font: string;
}

/** The source of the detailed tiles. */
export const detailSource = 'detail';
/** The bundled map: the Nordic countries, and the rest of the world with less detail, in one archive. */
const ground = { source: 'ground', maxzoom: 8 };
const world = { source: 'world', maxzoom: 5 };
const groundLayers = ['earth', 'water', 'boundaries_country', 'places_locality', 'places_country'];
/** The names of the bundled map, which are not shown where detailed vector tiles have their own. */
export const groundNames = ['ground-places_locality', 'ground-places_country'];

/** The base map: the bundled map, and above it the detailed tiles, where there are any. */
export function mapStyle({ scheme, tiles, language, font }: MapStyleOptions): StyleSpecification {
  const colours = mapColours(scheme, font);
  const detail = tiles && detailOf(tiles);
  const drawn = (source: string) =>
    layers(source, colours, { lang: language }).filter(({ type }) => type !== 'background');
  return {
    version: 8,
    sources: {
      world: { type: 'vector', tiles: [groundTiles()], maxzoom: world.maxzoom },
      ground: { type: 'vector', tiles: [groundTiles()], maxzoom: ground.maxzoom, attribution: groundAttribution },
      ...(detail ? { [detailSource]: detail } : {}),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.water } },
      {
        ...{ id: 'world', type: 'fill', source: world.source, 'source-layer': 'world' },
        paint: { 'fill-color': colours.earth, 'fill-antialias': false },
      },
      ...drawn(ground.source)
        .filter(({ id }) => groundLayers.includes(id))
        .map((layer) => ofGround(layer, detail?.type !== 'vector')),
      ...(detail?.type === 'raster' ? [{ id: 'detail', type: 'raster' as const, source: detailSource }] : []),
      ...(detail?.type === 'vector' ? drawn(detailSource).filter(hasText).map(withoutIcons) : []),
    ],
  };
}

const groundAttribution =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a> · <a href="https://www.geonames.org">GeoNames</a> · Natural Earth';

const groundTiles = (): string => `${archiveScheme}${new URL(groundUrl, location.href).href}/{z}/{x}/{y}`;

/** A template whose tiles end in `.mvt` or `.pbf` is of vector tiles in the layers of Protomaps' basemap. */
function detailOf({ url, attribution }: Tiles): SourceSpecification & { type: 'raster' | 'vector' } {
  const credit = attribution ? { attribution } : {};
  if (!url.includes('{z}')) return { type: 'vector', url: `${archiveScheme}${new URL(url, location.href).href}` };
  const tiles = [`${tileScheme}${url.startsWith('/') ? location.origin : ''}${url}`];
  if (/\.(mvt|pbf)([?#]|$)/.test(url)) return { type: 'vector', tiles, maxzoom: 15, ...credit };
  return { type: 'raster', tiles, tileSize: 256, ...credit };
}

/** A layer of the bundled map, beside the one of the same name of the detailed tiles. */
function ofGround(layer: LayerSpecification, namesShown: boolean): LayerSpecification {
  const renamed = { ...withoutIcons(layer), id: `ground-${layer.id}` };
  if (renamed.type !== 'symbol' || namesShown) return renamed;
  return { ...renamed, layout: { ...renamed.layout, visibility: 'none' } };
}

/** There are no pictures for the map: names stand alone, and what is only a picture is left out. */
function withoutIcons(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer;
  const layout = Object.entries(layer.layout ?? {}).filter(([name]) => !name.startsWith('icon-'));
  return { ...layer, layout: Object.fromEntries(layout) };
}

const hasText = (layer: LayerSpecification): boolean =>
  layer.type !== 'symbol' || layer.layout?.['text-field'] !== undefined;
