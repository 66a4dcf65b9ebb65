import { describe, expect, it } from 'vitest';
import { metresBetween } from './place.ts';
import { lengthOf, pointAlong } from './street-walk.ts';
import { streets, streetsAround } from './streets.ts';

describe('a walk along a street', () => {
  it('stays within the street and never jumps, also when it turns back', () => {
    for (const { line } of streets) {
      let last = pointAlong(line, 0).place;
      for (let metres = 10; metres < 3 * lengthOf(line); metres += 10) {
        const { place } = pointAlong(line, metres);
        expect(metresBetween(last, place)).toBeLessThan(10.5);
        last = place;
      }
    }
  });

  it('turns its course around on the way back', () => {
    const line = [
      { lat: 60, lng: 10 },
      { lat: 60.01, lng: 10 },
    ];
    expect(pointAlong(line, 100).course).toBeCloseTo(0);
    expect(pointAlong(line, lengthOf(line) + 100).course).toBeCloseTo(180);
  });

  it('is in the town of the home, and begins at home where no street is known', () => {
    const alesund = streetsAround({ lat: 62.47, lng: 6.15 });
    expect(alesund).toHaveLength(3);
    const elsewhere = streetsAround({ lat: 59.91, lng: 10.75 });
    expect(elsewhere[0]?.[0]).toEqual({ lat: 59.91, lng: 10.75 });
  });
});
