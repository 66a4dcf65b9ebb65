/** One place on a track. */
export interface TrackPoint {
  /** Unique on its track. */
  id: number;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** Radius in metres; null when unknown. */
  accuracy: number | null;
  /** Whether the place has GPS quality. */
  isPrecise: boolean;
  /** Label beside the marker. */
  label: string;
  /** The label in full, for screen readers. */
  fullLabel: string;
  /** What its marker looks like (`data-icon`). */
  icon: string;
  /** More about it, in a window of its own beside the marker; null: none. */
  info: string | null;
}

export type Point = [longitude: number, latitude: number];
type Geometry = { type: 'LineString'; coordinates: Point[] } | { type: 'Polygon'; coordinates: Point[][] };

/** The part of GeoJSON that is used here. */
export interface FeatureCollection {
  type: 'FeatureCollection';
  features: Feature[];
}
export interface Feature {
  type: 'Feature';
  properties: { isPrecise?: boolean; id?: number; enabled?: boolean; selected?: boolean };
  geometry: Geometry;
}

const metresPerDegree = 111_320;
const circlePoints = 64;
/** Degrees: maps end here, and take no latitude beyond the pole. */
const mercatorEnd = 85;

/** The path between points, newest first. A segment is precise when both of its ends are. */
export function pathOf(points: readonly TrackPoint[]): FeatureCollection {
  const segments = points.slice(1).flatMap((older, index): Feature[] => {
    const newer = points[index];
    if (!newer) return [];
    return [
      {
        type: 'Feature',
        properties: { isPrecise: newer.isPrecise && older.isPrecise, id: newer.id },
        geometry: {
          type: 'LineString',
          coordinates: [
            [older.longitude, older.latitude],
            [newer.longitude, newer.latitude],
          ],
        },
      },
    ];
  });
  return { type: 'FeatureCollection', features: segments };
}

/** The circle of a point's accuracy, as a polygon; empty when the accuracy is unknown. */
export function accuracyCircle(point: TrackPoint | undefined): FeatureCollection {
  if (!point?.accuracy) return { type: 'FeatureCollection', features: [] };
  const coordinates = [circleRing(point, point.accuracy)];
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } }],
  };
}

/** The border of a circle with a radius in metres, as a closed ring. */
export function circleRing(
  { latitude, longitude }: Pick<TrackPoint, 'latitude' | 'longitude'>,
  radius: number,
): Point[] {
  const latitudeRadius = radius / metresPerDegree;
  const longitudeRadius = Math.min(180, latitudeRadius / Math.cos((latitude * Math.PI) / 180));
  return Array.from({ length: circlePoints + 1 }, (_, index): Point => {
    const angle = (index / circlePoints) * 2 * Math.PI;
    const pointLatitude = latitude + latitudeRadius * Math.sin(angle);
    return [
      longitude + longitudeRadius * Math.cos(angle),
      Math.max(-mercatorEnd, Math.min(mercatorEnd, pointLatitude)),
    ];
  });
}

/** West, south, east and north bounds of all points; null without points. */
export function boundsOf(
  points: readonly Pick<TrackPoint, 'latitude' | 'longitude'>[],
): [number, number, number, number] | null {
  if (points.length === 0) return null;
  const longitudes = points.map(({ longitude }) => longitude);
  const latitudes = points.map(({ latitude }) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
