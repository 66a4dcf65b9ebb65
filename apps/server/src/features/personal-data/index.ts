import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { consentHandlers, readingHandlers } from './handlers.ts';
import { erasureHandlers, exportHandlers } from './handlers-leaving.ts';

/** Personal data: consents, export as a file, and erasure. */
export function createPersonalDataFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'bus' | 'clock'>,
): FeatureOf<'personalData'> {
  return {
    group: 'personalData',
    handlers: {
      ...readingHandlers(dependencies),
      ...consentHandlers(dependencies),
      ...exportHandlers(dependencies),
      ...erasureHandlers(dependencies),
    },
  };
}
