export type Position = number[];
export type Polygon = Position[][];
export type Box = readonly [west: number, south: number, east: number, north: number];

/** The part of polygons that is in a box. */
export function clipPolygons(polygons: readonly Polygon[], box: Box): Polygon[] {
  return polygons
    .map((rings) => rings.map((ring) => clipRing(ring, box)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
}

/** The parts of lines of which both ends are in a box. */
export function clipLines(lines: readonly Position[][], [west, south, east, north]: Box): Position[][] {
  return lines
    .map((line) => line.filter(([x = 0, y = 0]) => x >= west && x <= east && y >= south && y <= north))
    .filter((line) => line.length > 1);
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

const at = (point: Position, axis: 0 | 1): number => point[axis] ?? 0;
