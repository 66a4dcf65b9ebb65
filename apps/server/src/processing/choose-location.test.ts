import { expect, test } from 'vitest';
import type { HeardReference } from '#domain/devices/heard-locations.ts';
import { chooseLocation } from './choose-location.ts';

const macs = { a: '02:00:00:00:00:0a', b: '02:00:00:00:00:0b', c: '02:00:00:00:00:0c' };
type Mac = keyof typeof macs;

/** Reference points of a location, with their strengths in its scan. */
const location = (inloId: number, points: Partial<Record<Mac, number>>, own = true): HeardReference[] =>
  Object.entries(points).map(([mac, signalStrength]) => ({
    ...{ deviId: 1, macAddress: macs[mac as Mac], inloId, name: `Rom ${inloId}` },
    ...{ lat: 62.4, lng: 6.1, own, signalStrength },
  }));
const at = (heard: Partial<Record<Mac, number | undefined>>, ...locations: HeardReference[][]) =>
  chooseLocation(
    Object.entries(heard).map(([mac, signalStrength]) => ({
      ...{ type: 'W' as const, macAddress: macs[mac as Mac] },
      ...(signalStrength !== undefined && { signalStrength }),
    })),
    locations.flat(),
  )?.inloId ?? null;

test('a device that hears no reference point is at none', () => {
  expect(at({ a: -50 })).toBeNull();
  expect(at({ a: -50 }, location(1, { b: -50 }))).toBeNull();
});

test('the location with most reference points that are heard is chosen, however weak they are', () => {
  expect(at({ a: -90, b: -90, c: -40 }, location(1, { c: -40 }), location(2, { a: -40, b: -40 }))).toBe(2);
});

test('of two rooms with the same access points the one is chosen whose strengths are nearest to those of its scan', () => {
  const rooms = [location(1, { a: -45, b: -75 }), location(2, { a: -75, b: -45 })];
  expect(at({ a: -50, b: -70 }, ...rooms)).toBe(1);
  expect(at({ a: -70, b: -50 }, ...rooms)).toBe(2);
});

test('a strength that is unknown, now or in the scan, is compared with none', () => {
  expect(at({ a: -60, b: undefined }, location(1, { a: -70, b: -60 }), location(2, { a: -62, b: -120 }))).toBe(2);
  expect(at({ a: -60 }, location(1, { a: -120 }), location(2, { a: -95 }))).toBe(2);
});

test('then the one with the strongest reference point, then the wearer’s own, then the oldest', () => {
  const typed = -120;
  expect(at({ a: -70, b: -50 }, location(1, { a: typed }), location(2, { b: typed }))).toBe(2);
  expect(at({ a: -70 }, location(1, { a: typed }, false), location(2, { a: typed }))).toBe(2);
  expect(at({ a: -70 }, location(2, { a: typed }), location(1, { a: typed }))).toBe(1);
});
