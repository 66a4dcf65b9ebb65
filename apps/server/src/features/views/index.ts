import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { viewHandlers } from './handlers.ts';

/** Saved views of the device list. */
export function createViewsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'clock'>,
): FeatureOf<'views'> {
  return { group: 'views', handlers: viewHandlers(dependencies) };
}
