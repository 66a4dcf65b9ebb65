import { describe, expect, it } from 'vitest';
import { accuracyCircle, boundsOf, circleRing, pathOf, type TrackPoint } from './track.ts';

const point = (fields: Partial<TrackPoint>): TrackPoint => ({
  id: 1,
  latitude: 62,
  longitude: 6,
  accuracy: null,
  isPrecise: true,
  label: '',
  fullLabel: '',
  icon: 'normal',
  info: null,
  ...fields,
});

describe('points of a track', () => {
  it('are joined by segments with the id of the newer end, precise when both ends are', () => {
    const path = pathOf([point({ id: 3 }), point({ id: 2, latitude: 63 }), point({ id: 1, isPrecise: false })]);
    expect(path.features.map(({ properties }) => properties)).toEqual([
      { id: 3, isPrecise: true },
      { id: 2, isPrecise: false },
    ]);
    expect(path.features[0]?.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [6, 63],
        [6, 62],
      ],
    });
    expect(pathOf([point({})]).features).toEqual([]);
  });

  it('have a circle where the accuracy is known, and otherwise none', () => {
    expect(accuracyCircle(point({ accuracy: 50 })).features).toHaveLength(1);
    expect(accuracyCircle(point({})).features).toEqual([]);
    expect(accuracyCircle(undefined).features).toEqual([]);
  });

  it.each([90, 89.9999, -90, 85])('have a circle that stays on the map, at %d° of latitude as well', (latitude) => {
    for (const [longitude, border] of circleRing({ latitude, longitude: 10 }, 200)) {
      expect(Math.abs(border)).toBeLessThanOrEqual(85);
      expect(Math.abs(longitude - 10)).toBeLessThanOrEqual(180);
    }
  });

  it('have bounds that contain them all', () => {
    expect(boundsOf([point({ longitude: 5 }), point({ latitude: 63 })])).toEqual([5, 62, 6, 63]);
    expect(boundsOf([])).toBeNull();
  });
});
