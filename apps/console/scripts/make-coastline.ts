import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';

/**
 * Makes src/kit/map/coastline.json from Natural Earth (package `world-atlas`, public domain): land and borders of the
 * Nordic countries and their neighbours in 1:10 million, the rest of the world in 1:110 million. It is what the map
 * shows where no tile can be had. Run it when `world-atlas` changes: `node scripts/make-coastline.ts`.
 */
type Topology = Parameters<typeof mesh>[0];
type Countries = Parameters<typeof mesh>[1];
type Position = number[];
type Box = readonly [west: number, south: number, east: number, north: number];

const nordics: Box = [-26, 53, 34, 81];
const elsewhere: readonly Box[] = [
  [-180, -90, 180, nordics[1]],
  [-180, nordics[3], 180, 90],
  [-180, nordics[1], nordics[0], nordics[3]],
  [nordics[2], nordics[1], 180, nordics[3]],
];
/** Decimals of a degree: 3 is some hundred metres, as exact as the source. */
const nearDecimals = 3;
const farDecimals = 1;

const require = createRequire(import.meta.url);
const load = (path: string): Topology => JSON.parse(readFileSync(path, 'utf8'));

const near = load(require.resolve('world-atlas/countries-10m.json'));
const far = load(require.resolve('world-atlas/land-110m.json'));
const collection = {
  type: 'FeatureCollection',
  features: [
    polygon('land', clip(landOf(load(require.resolve('world-atlas/land-10m.json'))), nordics, nearDecimals)),
    polygon(
      'land',
      elsewhere.flatMap((box) => clip(landOf(far), box, farDecimals)),
    ),
    {
      type: 'Feature',
      properties: { kind: 'border' },
      geometry: {
        type: 'MultiLineString',
        coordinates: borders(mesh(near, near.objects.countries as Countries, (a, b) => a !== b)),
      },
    },
  ],
};
const target = new URL('../src/kit/map/coastline.json', import.meta.url);
writeFileSync(target, JSON.stringify(collection));
process.stdout.write(`${target.pathname}: ${JSON.stringify(collection).length} bytes\n`);

function landOf(topology: Topology): Position[][][] {
  const { land } = topology.objects;
  if (land?.type !== 'GeometryCollection') return [];
  return feature(topology, land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  );
}

function polygon(kind: string, coordinates: Position[][][]) {
  return { type: 'Feature', properties: { kind }, geometry: { type: 'MultiPolygon', coordinates } };
}

function clip(polygons: Position[][][], box: Box, decimals: number): Position[][][] {
  return polygons
    .map((rings) => rings.map((ring) => rounded(clipRing(ring, box), decimals)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
}

/** Sutherland and Hodgman: the ring is cut along one side of the box after the other. */
function clipRing(ring: Position[], [west, south, east, north]: Box): Position[] {
  const sides: [axis: 0 | 1, limit: number, keepAbove: boolean][] = [
    [0, west, true],
    [0, east, false],
    [1, south, true],
    [1, north, false],
  ];
  let points = ring;
  for (const [axis, limit, keepAbove] of sides) {
    const inside = (point: Position) => (keepAbove ? at(point, axis) >= limit : at(point, axis) <= limit);
    points = points.flatMap((point, index) => {
      const before = points.at(index - 1) ?? point;
      const crossing = inside(point) === inside(before) ? [] : [cross(before, point, axis, limit)];
      return inside(point) ? [...crossing, point] : crossing;
    });
  }
  const [first] = points;
  return first ? [...points, first] : [];
}

function cross(from: Position, to: Position, axis: 0 | 1, limit: number): Position {
  const share = (limit - at(from, axis)) / (at(to, axis) - at(from, axis));
  const other = at(from, axis === 0 ? 1 : 0) + share * (at(to, axis === 0 ? 1 : 0) - at(from, axis === 0 ? 1 : 0));
  return axis === 0 ? [limit, other] : [other, limit];
}

function at(point: Position, axis: 0 | 1): number {
  return point[axis] ?? 0;
}

/** Rounds, and leaves out points that become the same as the one before. */
function rounded(points: Position[], decimals: number): Position[] {
  const near = points.map((point) => [0, 1].map((axis) => Number(at(point, axis as 0 | 1).toFixed(decimals))));
  return near.filter(([x, y], index) => index === 0 || near[index - 1]?.[0] !== x || near[index - 1]?.[1] !== y);
}

function borders({ coordinates }: { coordinates: Position[][] }): Position[][] {
  const [west, south, east, north] = nordics;
  return coordinates.flatMap((line) => {
    const within = line.filter(([x = 0, y = 0]) => x >= west && x <= east && y >= south && y <= north);
    return within.length > 1 ? [rounded(within, nearDecimals)] : [];
  });
}
