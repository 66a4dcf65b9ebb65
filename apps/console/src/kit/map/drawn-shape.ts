import type { GeoJSONStoreFeatures } from 'terra-draw';
import { boundsOf } from './track.ts';

/** A drawing that was finished. Degrees WGS 84, radius in metres. */
export type DrawnShape =
  | { circle: true; centre: { lat: number; lng: number }; radius: number }
  | { circle: false; vertices: { lat: number; lng: number }[] };

/** A circle is stored as its centre and radius, so that it stays one. Coordinates have five decimals. */
export function shapeOf({
  geometry,
  properties,
}: Pick<GeoJSONStoreFeatures, 'geometry' | 'properties'>): DrawnShape | null {
  if (geometry.type !== 'Polygon') return null;
  const ring = (geometry.coordinates[0] ?? []).slice(0, -1);
  const vertices = ring.map(([lng = 0, lat = 0]) => ({ lat: rounded(lat), lng: rounded(lng) }));
  const { radiusKilometers } = properties;
  if (typeof radiusKilometers !== 'number') return { circle: false, vertices };
  const points = ring.map(([longitude = 0, latitude = 0]) => ({ longitude, latitude }));
  const [west, south, east, north] = boundsOf(points) ?? [0, 0, 0, 0];
  const centre = { lat: rounded((south + north) / 2), lng: rounded((west + east) / 2) };
  return { circle: true, centre, radius: Math.round(radiusKilometers * 1000) };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
