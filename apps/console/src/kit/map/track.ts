import { hasGpsQuality } from '@varde/catalogue/pos-types';
import type { Position } from '@varde/contract/devices';

type Point = [longitude: number, latitude: number];
type Geometry = { type: 'LineString'; coordinates: Point[] } | { type: 'Polygon'; coordinates: Point[][] };

/** GeoJSON, as far as it is used here. */
export interface FeatureCollection {
  type: 'FeatureCollection';
  features: Feature[];
}
interface Feature {
  type: 'Feature';
  properties: { gps?: boolean; tranId?: number };
  geometry: Geometry;
}

const metresPerDegree = 111_320;
const circlePoints = 64;

/** A fix that is a fault of the device is never drawn (lessons, 1). */
export function drawable(positions: readonly Position[]): Position[] {
  return positions.filter(({ posLati, posLong }) => posLati !== 0 || posLong !== 0);
}

/**
 * The path between positions. A segment says whether both of its ends are as good as GPS (specification 2, section 4:
 * black when they are, orange when not).
 */
export function pathOf(positions: readonly Position[]): FeatureCollection {
  const segments = positions.slice(1).flatMap((older, index): Feature[] => {
    const newer = positions[index];
    if (!newer) return [];
    return [
      {
        type: 'Feature',
        properties: {
          gps: hasGpsQuality(newer.posType) && hasGpsQuality(older.posType),
          tranId: newer.tranId,
        },
        geometry: {
          type: 'LineString',
          coordinates: [
            [older.posLong, older.posLati],
            [newer.posLong, newer.posLati],
          ],
        },
      },
    ];
  });
  return { type: 'FeatureCollection', features: segments };
}

/** The circle within which the device is, as a polygon; nothing where the accuracy is not known. */
export function accuracyCircle(position: Position | undefined): FeatureCollection {
  if (!position?.accuracy) return { type: 'FeatureCollection', features: [] };
  const { posLati, posLong, accuracy } = position;
  const latitudeRadius = accuracy / metresPerDegree;
  const longitudeRadius = latitudeRadius / Math.cos((posLati * Math.PI) / 180);
  const ring = Array.from({ length: circlePoints + 1 }, (_, index): Point => {
    const angle = (index / circlePoints) * 2 * Math.PI;
    return [posLong + longitudeRadius * Math.cos(angle), posLati + latitudeRadius * Math.sin(angle)];
  });
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }],
  };
}

/** West, south, east and north of all positions. */
export function boundsOf(positions: readonly Position[]): [number, number, number, number] | null {
  if (positions.length === 0) return null;
  const longitudes = positions.map(({ posLong }) => posLong);
  const latitudes = positions.map(({ posLati }) => posLati);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
