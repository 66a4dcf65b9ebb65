import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { customerHandlers } from './handlers.ts';
import { imageHandlers } from './image-handlers.ts';

/** The tree of customers: who there is, below whom, and what is known of them. */
export function createCustomersFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'customers'> {
  return {
    group: 'customers',
    handlers: { ...customerHandlers(dependencies), ...imageHandlers(dependencies) },
  };
}
