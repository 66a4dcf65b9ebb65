import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { rolePolicyHandlers } from './handlers.ts';

/** What customers give to roles besides what these hold everywhere. */
export function createRolePoliciesFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'rolePolicies'> {
  return { group: 'rolePolicies', handlers: rolePolicyHandlers(dependencies) };
}
