import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { geofenceHandlers } from './handlers.ts';

/** The geofences of each device. */
export function createGeofencesFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock' | 'working'>,
): FeatureOf<'geofences'> {
  return { group: 'geofences', handlers: geofenceHandlers(dependencies) };
}
