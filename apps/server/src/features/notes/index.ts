import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { noteHandlers } from './handlers.ts';

/** The note on each device. */
export function createNotesFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'notes'> {
  return { group: 'notes', handlers: noteHandlers(dependencies) };
}
