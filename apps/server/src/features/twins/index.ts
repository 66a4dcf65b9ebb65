import type { FeatureOf } from '#platform/feature.ts';
import { addingHandlers } from './adding-handlers.ts';
import { importHandlers } from './import-handlers.ts';
import { type TwinsDependencies, twinHandlers } from './twin-handlers.ts';

/** Registering devices, and twins: pairs of devices of one wearer. */
export function createTwinsFeature(dependencies: TwinsDependencies): FeatureOf<'twins'> {
  return {
    group: 'twins',
    handlers: {
      ...addingHandlers(dependencies),
      ...importHandlers(dependencies),
      ...twinHandlers(dependencies),
    },
  };
}
