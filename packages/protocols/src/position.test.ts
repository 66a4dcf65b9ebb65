import { describe, expect, it } from 'vitest';
import { KeptFields } from './kept-fields.ts';
import { plausiblePosition } from './position.ts';

function read(said: Partial<Parameters<typeof plausiblePosition>[2]>, hasFix = true) {
  const kept = new KeptFields();
  const position = plausiblePosition(kept, hasFix, { source: 'gps', ...said });
  return { position, kept: kept.toRecord() };
}

describe('a position', () => {
  it.each([
    [90, 180],
    [-90, -180],
    [0, 0.000001],
    [-0.000001, 0],
  ])('may be %d %d', (lat, lng) => {
    expect(read({ lat, lng })).toEqual({ position: { lat, lng, source: 'gps' }, kept: undefined });
  });

  it.each([
    [90.000001, 0],
    [-90.000001, 0],
    [0, 180.000001],
    [0, -180.000001],
  ])('cannot be %d %d, which is kept', (lat, lng) => {
    expect(read({ lat, lng })).toEqual({ position: undefined, kept: { implausiblePlace: `${lat} ${lng}` } });
  });

  it.each([[{}], [{ lat: 0, lng: 0 }], [{ lat: 0 }], [{ lng: 0 }]])(
    'is absent with %j, with a fix or without, and nothing is kept',
    (said) => {
      for (const hasFix of [true, false]) expect(read(said, hasFix)).toEqual({ position: undefined, kept: undefined });
    },
  );

  it('is absent with one coordinate only, or without a fix, and the values are kept', () => {
    expect(read({ lat: 62.4 })).toEqual({ position: undefined, kept: { implausiblePlace: '62.4 ' } });
    expect(read({ lng: 6.1 })).toEqual({ position: undefined, kept: { implausiblePlace: ' 6.1' } });
    expect(read({ lat: 62.4, lng: 6.1 }, false)).toEqual({
      position: undefined,
      kept: { placeWithoutFix: '62.4 6.1' },
    });
  });

  it('has its possible readings, and keeps the others under their names', () => {
    const place = { lat: 62.4, lng: 6.1 };
    const right = { accuracy: 1, altitude: 2, speed: 3, course: 4, numSatellites: 5, hdop: 6 };
    expect(read({ ...place, ...right }).position).toEqual({ ...place, ...right, source: 'gps' });
    const wrong = {
      accuracy: -1,
      altitude: 20_001,
      speed: -1,
      course: 361,
      numSatellites: 101,
      hdop: -1,
    };
    expect(read({ ...place, ...wrong })).toEqual({
      position: { ...place, source: 'gps' },
      kept: { accuracy: '-1', altitude: '20001', speed: '-1', course: '361', satellites: '101', hdop: '-1' },
    });
  });

  it('has the course 0 for a full circle', () => {
    expect(read({ lat: 62.4, lng: 6.1, course: 360 }).position?.course).toBe(0);
    expect(read({ lat: 62.4, lng: 6.1, course: 359 }).position?.course).toBe(359);
  });
});
