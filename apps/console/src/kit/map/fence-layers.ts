import type * as maplibre from 'maplibre-gl';
import { circleRing, type Feature, type FeatureCollection, type Point } from './track.ts';

/** A fence on a map. Degrees WGS 84; of a circle its centre, with a radius in metres. */
export interface DrawnFence {
  id: number;
  circle: boolean;
  radius: number;
  vertices: readonly { lat: number; lng: number }[];
  enabled: boolean;
  /** Its border is thicker. */
  chosen?: boolean;
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
      const { id, enabled, chosen = false } = fence;
      const geometry = { type: 'Polygon' as const, coordinates: [ring] };
      return [{ type: 'Feature', properties: { id, enabled, chosen }, geometry }];
    }),
  };
}

function ringOf({ circle, radius, vertices }: DrawnFence): Point[] {
  const [first] = vertices;
  if (first === undefined) return [];
  if (circle) return circleRing({ latitude: first.lat, longitude: first.lng }, radius);
  return [...vertices, first].map(({ lat, lng }): Point => [lng, lat]);
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
    paint: { 'line-color': colour, 'line-width': ['case', ['get', 'chosen'], 4, 2] },
  });
}
