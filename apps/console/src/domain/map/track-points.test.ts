import type { Position } from '@varde/contract/devices';
import { describe, expect, it } from 'vitest';
import { pathOf } from '#kit/map/track.ts';
import { trackPointsOf } from './track-points.ts';

const position = (fields: Partial<Position>): Position => ({
  tranId: 1,
  metyId: 5,
  posLati: 62,
  posLong: 6,
  posTime: 1,
  posType: 0,
  sat: null,
  hdop: null,
  accuracy: null,
  ...fields,
});

const texts = {
  newest: (time: number) => `newest ${time}`,
  older: (time: number) => `older ${time}`,
  full: ({ posLati, posLong }: Position) => `at ${posLati}, ${posLong}`,
  info: ({ sat }: Position) => (sat === null ? null : `sat ${sat}`),
};

describe('positions on the map', () => {
  it('at 0,0 are never drawn, and the newest drawn one has the label of the newest', () => {
    const points = trackPointsOf(
      [
        position({ tranId: 3, posLati: 0, posLong: 0 }),
        position({ tranId: 2, posLong: 0, posTime: 8 }),
        position({ tranId: 1, posLati: 0, posTime: 7, accuracy: 50 }),
      ],
      'lowBattery',
      texts,
    );
    expect(points).toEqual([
      {
        id: 2,
        latitude: 62,
        longitude: 0,
        accuracy: null,
        isPrecise: true,
        label: 'newest 8',
        fullLabel: 'at 62, 0',
        icon: 'lowBattery',
        info: null,
      },
      {
        id: 1,
        latitude: 0,
        longitude: 6,
        accuracy: 50,
        isPrecise: true,
        label: 'older 7',
        fullLabel: 'at 0, 6',
        icon: 'normal',
        info: null,
      },
    ]);
  });

  it('beyond the poles, or at no longitude, are never drawn', () => {
    const wrong = [
      { posLati: 90.1 },
      { posLati: -91, posLong: 6 },
      { posLati: 90 },
      { posLong: 180.5 },
      { posLong: -999 },
      { posLati: Number.NaN },
    ];
    const points = trackPointsOf([...wrong, { tranId: 7, posLati: -85, posLong: 180 }].map(position), 'clear', texts);
    expect(points.map(({ id }) => id)).toEqual([7]);
  });

  it('go on across 180°, so that the path and the view are not around the earth', () => {
    const longitudes = [179.9, -179.9, 179.8, -170];
    const points = trackPointsOf(
      longitudes.map((posLong, tranId) => position({ tranId, posLong })),
      'clear',
      texts,
    );
    expect(points.map(({ longitude }) => longitude)).toEqual([179.9, 180.1, 179.8, 190]);
  });

  it('one alone has no path', () => {
    expect(pathOf(trackPointsOf([position({})], 'clear', texts)).features).toEqual([]);
  });

  it('have the icon of the device at the newest, and at the others that of an alarm or the normal pointer', () => {
    const points = trackPointsOf(
      [1, 1, 5].map((metyId, tranId) => position({ tranId, metyId })),
      'fall',
      texts,
    );
    expect(points.map(({ icon }) => icon)).toEqual(['fall', 'alarm', 'normal']);
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
    const points = trackPointsOf([position({ posType: newer }), position({ posType: older })], 'clear', texts);
    const path = pathOf(points);
    expect(path.features.map((segment) => segment.properties.isPrecise)).toEqual([black]);
  });
});
