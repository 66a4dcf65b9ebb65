import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { userHandlers } from './handlers.ts';

/** User accounts and their roles at customers. */
export function createUsersFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'users'> {
  return { group: 'users', handlers: userHandlers(dependencies) };
}
