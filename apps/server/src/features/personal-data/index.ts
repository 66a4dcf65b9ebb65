import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { consentHandlers, readingHandlers } from './handlers.ts';
import { erasureHandlers, exportHandlers } from './handlers-leaving.ts';

/** What is held about people: what they have consented to, all of it as a file, and forgetting it. */
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
