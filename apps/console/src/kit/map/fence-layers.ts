import type * as maplibre from 'maplibre-gl';
import { boundsOf, circleRing, type Feature, type FeatureCollection, type Point } from './track.ts';

/** Degrees WGS 84; of a circle its centre, with a radius in metres. */
export interface FenceShape {
  vertices: readonly { lat: number; lng: number }[];
  radius: number;
}

/** A fence on a map. */
export interface DrawnFence extends FenceShape {
  id: number;
  enabled: boolean;
  /** Else a circle. */
  polygon: boolean;
  /** Its border is thicker. */
  selected?: boolean;
}

/** Enabled fences are green, others grey (specification 2, section 4). */
const fenceColours = { enabled: '#2b8a3e', disabled: '#868e96' } as const;

/** Fences as features; one without vertices is left out. */
export function fencesOf(fences: readonly DrawnFence[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: fences.flatMap((fence): Feature[] => {
      const ring = ringOf(fence);
      if (ring.length === 0) return [];
      const { id, enabled, selected = false } = fence;
      const geometry = { type: 'Polygon' as const, coordinates: [ring] };
      return [{ type: 'Feature', properties: { id, enabled, selected }, geometry }];
    }),
  };
}

/** West, south, east and north bounds of fences; null without one that has vertices. */
export const boundsOfFences = (fences: readonly DrawnFence[]): ReturnType<typeof boundsOf> =>
  boundsOf(fences.flatMap(ringOf).map(([longitude, latitude]) => ({ longitude, latitude })));

function ringOf({ polygon, radius, vertices }: DrawnFence): Point[] {
  const [first] = vertices;
  if (first === undefined) return [];
  if (!polygon) return circleRing({ latitude: first.lat, longitude: first.lng }, radius);
  // Across the date line longitudes go on beyond 180°, else the border would go around the earth.
  return [...vertices, first].map(({ lat, lng }): Point => [lng + 360 * Math.round((first.lng - lng) / 360), lat]);
}

/** Layers for the source `fences`. */
export function addFenceLayers(map: maplibre.Map): void {
  map.addSource('fences', { type: 'geojson', data: fencesOf([]) });
  const colour: maplibre.ExpressionSpecification = [
    'case',
    ['get', 'enabled'],
    fenceColours.enabled,
    fenceColours.disabled,
  ];
  map.addLayer({
    id: 'fences',
    type: 'fill',
    source: 'fences',
    paint: { 'fill-color': colour, 'fill-opacity': 0.2 },
  });
  map.addLayer({
    id: 'fence-borders',
    type: 'line',
    source: 'fences',
    paint: { 'line-color': colour, 'line-width': ['case', ['get', 'selected'], 4, 2] },
  });
}
