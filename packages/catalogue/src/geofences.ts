import { beginningOf } from './beginning-of.ts';

/** Ways to draw a geofence (specification 2, section 9). `none`: nothing is being drawn. */
export const drawingTypes = ['circle', 'polygon', 'indoor', 'none'] as const;
export type DrawingType = (typeof drawingTypes)[number];

/** Bounds of a geofence: radius in metres, delay in minutes, name in characters. */
export const geofenceLimits = {
  fences: 20,
  nameLength: 60,
  radius: { min: 10, max: 100_000 },
  vertices: { min: 3, max: 100 },
  indoorLocations: 50,
  delayMinutes: 1440,
} as const;

/** A new geofence (specification 2, section 9). */
export const geofenceDefaults = { id: 0, name: 'Geofence1', radius: 200, enabled: false } as const;

/** What the delays of a device call night: minutes of the day by the clock of the market, the last one excluded. */
export const geofenceNight = { from: 22 * 60, to: 7 * 60 } as const;

/** What is stored of the alarm of a geofence. `motionless`: the wearer did not move, so that it came before the delay had passed. */
export const fenceCodes = { left: 'geofenceLeft', motionless: 'geofenceMotionless' } as const;

/** The end of the day in the lists of hours; it is stored as 0. */
const endOfDay = 2400;

/** The entries of a geofence's lists of hours, as hour × 100: 00:00 to 23:00, and 00:00 at the end of the day. */
export const geofenceHours: readonly number[] = Array.from({ length: 25 }, (_, hour) => hour * 100);

/** The stored form of an entry: 0 to 2300. */
export const storedHour = (entry: number): number => entry % endOfDay;

/** The entry of a stored end: 0 is the end of the day. */
export const endEntry = (stored: number): number => (stored === 0 ? endOfDay : stored);

/** The entry as a time of day, `HH:mm`. */
export const hourText = (entry: number): string => `${String(storedHour(entry) / 100).padStart(2, '0')}:00`;

/** The wanted name if it is free, else the next number: `Geofence1` becomes `Geofence2`, `Hjem` becomes `Hjem2`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const { base = wanted, digits } = /^(?<base>.*?)(?<digits>\d{0,6})$/.exec(wanted)?.groups ?? {};
  let name = wanted;
  for (let number = Number(digits || 1) + 1; taken.includes(name); number += 1)
    name = `${beginningOf(base, geofenceLimits.nameLength - String(number).length)}${number}`;
  return name;
}

/** Degrees WGS 84. */
export interface LatLng {
  lat: number;
  lng: number;
}

/** A circle has one vertex, its centre, and a radius in metres; a polygon has no radius. */
export interface GeofenceShape {
  circle: boolean;
  radius: number;
  vertices: readonly LatLng[];
}

/** The vertices as text, with five decimals: equal for shapes that are stored alike. */
export const posPathOf = (vertices: readonly LatLng[]): string =>
  vertices.map(({ lat, lng }) => `${lat.toFixed(5)},${lng.toFixed(5)}`).join(' ');

/**
 * Whether the border of a polygon meets itself: sides that cross, touch or run back, or a corner that occurs twice. Whole
 * hundred-thousandths of a degree, so that the arithmetic is exact; longitudes as seen from the first corner, so that a
 * polygon may lie across the date line.
 */
export function meetsItself(vertices: readonly LatLng[]): boolean {
  const corners = vertices.map(({ lat, lng }): Plane => {
    const west = vertices[0]?.lng ?? lng;
    return [Math.round((lng + 360 * Math.round((west - lng) / 360)) * 1e5), Math.round(lat * 1e5)];
  });
  const sides = corners.map((from, index) => [from, corners[(index + 1) % corners.length] ?? from] as const);
  return sides.some(([from, to], index) => {
    const [, end = to] = sides[(index + 1) % sides.length] ?? [];
    if (turnOf(from, to, end) === 0 && !isBetween(from, end, to)) return true;
    // The sides after the next one, but for that which ends where this one begins.
    const others = sides.slice(index + 2, index === 0 ? -1 : undefined);
    return others.some((other) => meet([from, to], other));
  });
}

type Side = readonly [from: Plane, to: Plane];

/** Positive: the way from `a` over `b` to `c` turns left; 0: it goes straight on, or back. */
const turnOf = ([ax, ay]: Plane, [bx, by]: Plane, [cx, cy]: Plane): number =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));

/** Whether a point of the line through `a` and `b` lies between them, and is neither. */
const isBetween = ([ax, ay]: Plane, [bx, by]: Plane, [x, y]: Plane): boolean =>
  (x - ax) * (x - bx) + (y - ay) * (y - by) < 0;

function meet([a, b]: Side, [c, d]: Side): boolean {
  const [ofC, ofD, ofA, ofB] = [turnOf(a, b, c), turnOf(a, b, d), turnOf(c, d, a), turnOf(c, d, b)];
  if (ofC * ofD < 0 && ofA * ofB < 0) return true;
  const isOn = (turn: number, [from, to]: Side, point: Plane) =>
    turn === 0 && (isBetween(from, to, point) || isSame(from, point) || isSame(to, point));
  return isOn(ofC, [a, b], c) || isOn(ofD, [a, b], d) || isOn(ofA, [c, d], a) || isOn(ofB, [c, d], b);
}

const isSame = ([ax, ay]: Plane, [bx, by]: Plane): boolean => ax === bx && ay === by;

const metresPerDegree = 111_195;

/**
 * Metres from a point to the border of a geofence: positive outside, negative or 0 inside. On a plane around the point,
 * which is exact to a per mille at distances of 100 km.
 */
export function metresOutside({ circle, radius, vertices }: GeofenceShape, point: LatLng): number {
  const corners = vertices.map((vertex) => onPlane(vertex, point));
  const [centre] = corners;
  if (circle) return centre === undefined ? Number.POSITIVE_INFINITY : Math.hypot(...centre) - radius;
  const sides = corners.map((corner, index) => [corners.at(index - 1) ?? corner, corner] as const);
  const toBorder = Math.min(...sides.map(([from, to]) => distanceToSide(from, to)));
  const crossings = sides.filter(([from, to]) => crossesEastward(from, to)).length;
  return crossings % 2 === 1 ? -toBorder : toBorder;
}

/** East and north of an origin. */
type Plane = readonly [number, number];

function onPlane({ lat, lng }: LatLng, origin: LatLng): Plane {
  const east = ((lng - origin.lng + 540) % 360) - 180;
  const middle = ((lat + origin.lat) / 2) * (Math.PI / 180);
  return [east * metresPerDegree * Math.cos(middle), (lat - origin.lat) * metresPerDegree];
}

/** From the origin to the nearest point of a side. */
function distanceToSide([x1, y1]: Plane, [x2, y2]: Plane): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length));
  return Math.hypot(x1 + along * dx, y1 + along * dy);
}

/** Whether a line from the origin to the east crosses a side. */
const crossesEastward = ([x1, y1]: Plane, [x2, y2]: Plane): boolean =>
  y1 > 0 !== y2 > 0 && x1 - (y1 * (x2 - x1)) / (y2 - y1) > 0;
