import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { alarmsTopic } from './alarms-topic.ts';
import { alarmHandlers } from './handlers.ts';

/** Alarms as operators see and handle them. They are raised in processing. */
export function createAlarmsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock' | 'looks'>,
): FeatureOf<'alarms'> {
  return {
    group: 'alarms',
    handlers: alarmHandlers(dependencies),
    topics: [alarmsTopic(dependencies)],
  };
}
