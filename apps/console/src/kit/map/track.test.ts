import type { Position } from '@varde/contract/devices';
import { describe, expect, it } from 'vitest';
import { accuracyCircle, boundsOf, drawable, pathOf } from './track.ts';

const position = (fields: Partial<Position>): Position => ({
  tranId: 1,
  posLati: 62,
  posLong: 6,
  posTime: 1,
  posType: 0,
  sat: null,
  hdop: null,
  accuracy: null,
  ...fields,
});

describe('positions on the map', () => {
  it('at 0,0 are never drawn', () => {
    expect(drawable([position({ posLati: 0, posLong: 0 }), position({ posLong: 0 })])).toHaveLength(1);
  });

  it.each([
    [0, 0, true],
    [0, 6, true],
    [6, 6, true],
    [0, 1, false],
    [2, 0, false],
    [3, 6, false],
    [4, 4, false],
    [0, 7, false],
    [0, 99, false],
  ])('of types %i and %i are joined by a segment that is black: %s [D4.091]', (newer, older, black) => {
    const path = pathOf([position({ posType: newer }), position({ posType: older })]);
    expect(path.features.map((segment) => segment.properties.gps)).toEqual([black]);
  });

  it('have a circle where the accuracy is known, and none where it is not', () => {
    expect(accuracyCircle(position({ accuracy: 50 })).features).toHaveLength(1);
    expect(accuracyCircle(position({})).features).toEqual([]);
  });

  it('have bounds around them all', () => {
    expect(boundsOf([position({ posLong: 5 }), position({ posLati: 63 })])).toEqual([5, 62, 6, 63]);
    expect(boundsOf([])).toBeNull();
  });
});
