import { describe, expect, it, test } from 'vitest';
import {
  drawingTypes,
  endEntry,
  freeName,
  geofenceDefaults,
  geofenceHours,
  hourText,
  meetsItself,
  metresOutside,
  posPathOf,
  storedHour,
} from './geofences.ts';

test('[D4.010] the drawing types are circle, polygon, indoor and none', () => {
  expect(drawingTypes).toEqual(['circle', 'polygon', 'indoor', 'none']);
});

test('[D3.002 D3.003 D3.004 D3.005] a new geofence has id 0, the name Geofence1, a radius of 200 m, and is not enabled', () => {
  expect(geofenceDefaults).toEqual({ id: 0, name: 'Geofence1', radius: 200, enabled: false });
});

describe('[D3.003 D5.006] a name that is taken', () => {
  it.each([
    ['Geofence1', [], 'Geofence1'],
    ['Geofence1', ['Geofence1'], 'Geofence2'],
    ['Geofence1', ['Geofence1', 'Geofence2', 'Geofence3'], 'Geofence4'],
    ['Geofence1', ['Geofence2'], 'Geofence1'],
    ['Hjem', ['Hjem', 'Hjem2'], 'Hjem3'],
    ['Sone 9', ['Sone 9'], 'Sone 10'],
  ])('%s becomes the next free number beside %j: %s', (wanted, taken, name) => {
    expect(freeName(wanted, taken)).toBe(name);
  });

  it('stays within the length of a name', () => {
    const long = 'a'.repeat(60);
    expect(freeName(long, [long])).toBe(`${'a'.repeat(59)}2`);
    const house = `${'a'.repeat(58)}🏠`;
    expect(freeName(house, [house])).toBe(`${'a'.repeat(58)}2`);
  });
});

test('[D5.007 D3.006] the lists offer 00:00 to 23:00 and 00:00 at the end, stored as hour × 100 from 0 to 2300', () => {
  expect(geofenceHours.map(hourText)).toEqual([
    ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
    '00:00',
  ]);
  expect(geofenceHours.map(storedHour)).toEqual([...Array.from({ length: 24 }, (_, hour) => hour * 100), 0]);
  expect(endEntry(0)).toBe(geofenceHours.at(-1));
  expect(endEntry(2300)).toBe(2300);
});

describe('the distance to the border', () => {
  const centre = { lat: 60, lng: 10 };
  // A degree of latitude is 111.2 km; at 60° north a degree of longitude is half of it.
  const north = (metres: number) => ({ lat: centre.lat + metres / 111_195, lng: centre.lng });
  const east = (metres: number) => ({ lat: centre.lat, lng: centre.lng + metres / (111_195 / 2) });
  const circle = { circle: true, radius: 200, vertices: [centre] };

  it.each([
    ['its centre', centre, -200],
    ['100 m north', north(100), -100],
    ['250 m north', north(250), 50],
    ['5 km east', east(5000), 4800],
  ])('of a circle of 200 m from %s', (_where, point, metres) => {
    expect(Math.abs(metresOutside(circle, point) - metres)).toBeLessThan(10);
  });

  const square = {
    circle: false,
    radius: 0,
    vertices: [
      { lat: north(-100).lat, lng: east(-100).lng },
      { lat: north(100).lat, lng: east(-100).lng },
      { lat: north(100).lat, lng: east(100).lng },
      { lat: north(-100).lat, lng: east(100).lng },
    ],
  };
  it.each([
    ['its middle', centre, -100],
    ['90 m east', east(90), -10],
    ['150 m north', north(150), 50],
    ['1 km west', east(-1000), 900],
  ])('of a square of 200 m from %s', (_where, point, metres) => {
    expect(Math.abs(metresOutside(square, point) - metres)).toBeLessThan(2);
  });

  it('is right in the notch of a polygon that is not convex', () => {
    const [a, b, c, d] = square.vertices;
    const notched = { ...square, vertices: [a, b, centre, c, d].flatMap((corner) => corner ?? []) };
    expect(metresOutside(notched, north(50))).toBeGreaterThan(0);
    expect(metresOutside(notched, north(-50))).toBeLessThan(0);
  });

  it('is right across the date line', () => {
    const taveuni = { circle: true, radius: 1000, vertices: [{ lat: -16.8, lng: 179.999 }] };
    expect(metresOutside(taveuni, { lat: -16.8, lng: -179.999 })).toBeLessThan(0);
  });
});

describe('the border of a polygon', () => {
  const corners = (...at: [lat: number, lng: number][]) => at.map(([lat, lng]) => ({ lat, lng }));
  const star = corners([0, 0], [4, 2], [0, 4], [3, 0], [3, 4]);

  it.each([
    ['a triangle', corners([0, 0], [0, 1], [1, 0]), false],
    ['a square', corners([0, 0], [0, 1], [1, 1], [1, 0]), false],
    ['a square with a corner on a straight side', corners([0, 0], [0, 1], [0, 2], [2, 2], [2, 0]), false],
    ['a notch', corners([0, 0], [2, 0], [1, 1], [2, 2], [0, 2]), false],
    ['a square across the date line', corners([1, 179.9], [1, -179.9], [0, -179.9], [0, 179.9]), false],
    ['a bow', corners([0, 0], [1, 1], [0, 1], [1, 0]), true],
    ['a bow across the date line', corners([1, 179.9], [0, -179.9], [1, -179.9], [0, 179.9]), true],
    ['a star', star, true],
    ['a corner on another side', corners([0, 0], [0, 2], [2, 2], [0, 1], [2, 0]), true],
    ['a corner that occurs twice', corners([0, 0], [0, 1], [1, 1], [0, 0], [1, 0]), true],
    ['the same corner three times', corners([1, 1], [1, 1], [1, 1]), true],
    ['a line', corners([0, 0], [0, 1], [0, 2]), true],
    ['a side that runs back', corners([0, 0], [0, 2], [0, 1], [2, 1]), true],
    ['a crossing of a metre', corners([60, 10], [60.00001, 10.00001], [60, 10.00001], [60.00001, 10]), true],
  ])('meets itself in %s: %#', (_what, vertices, meets) => {
    expect(meetsItself(vertices)).toBe(meets);
    expect(meetsItself([...vertices].reverse())).toBe(meets);
    expect(meetsItself([...vertices.slice(1), ...vertices.slice(0, 1)])).toBe(meets);
  });

  test('as text has five decimals', () => {
    expect(posPathOf(corners([59.9139, 10], [-1, 179.999994]))).toBe('59.91390,10.00000 -1.00000,179.99999');
  });
});
