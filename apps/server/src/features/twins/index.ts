import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { addingHandlers } from './adding-handlers.ts';
import { importHandlers } from './import-handlers.ts';
import { twinHandlers } from './twin-handlers.ts';

/** Registering devices, and twins: pairs of devices of one wearer. */
export function createTwinsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'twins'> {
  return {
    group: 'twins',
    handlers: {
      ...addingHandlers(dependencies),
      ...importHandlers(dependencies),
      ...twinHandlers(dependencies),
    },
  };
}
