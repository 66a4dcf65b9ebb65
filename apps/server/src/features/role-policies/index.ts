import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { rolePolicyHandlers } from './handlers.ts';

/** Policies that customers give to roles in addition to the standard ones. */
export function createRolePoliciesFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'rolePolicies'> {
  return { group: 'rolePolicies', handlers: rolePolicyHandlers(dependencies) };
}
