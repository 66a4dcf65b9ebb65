import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { measurementHandlers } from './handlers.ts';

/** What devices measure of their wearers: heart rate, blood pressure and steps. */
export function createMeasurementsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'clock'>,
): FeatureOf<'measurements'> {
  return { group: 'measurements', handlers: measurementHandlers(dependencies) };
}
