import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { assignmentHandlers } from './handlers.ts';

/** Assignment of devices to customers over time. */
export function createAssignmentsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'assignments'> {
  return { group: 'assignments', handlers: assignmentHandlers(dependencies) };
}
