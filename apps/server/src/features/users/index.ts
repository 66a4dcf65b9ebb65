import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { userHandlers } from './handlers.ts';

/** Who has an account, and which roles they hold at which customers. */
export function createUsersFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'users'> {
  return { group: 'users', handlers: userHandlers(dependencies) };
}
