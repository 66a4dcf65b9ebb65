import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { alarmsTopic } from './alarms-topic.ts';
import { answerTimeHandlers } from './answer-times.ts';
import { alarmExportHandlers } from './export-handlers.ts';
import { alarmHandlers } from './handlers.ts';
import { outageHandlers } from './outages.ts';
import { alarmReadHandlers } from './read-handlers.ts';

/** Listing and handling of alarms. Processing raises them. */
export function createAlarmsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'bus' | 'clock' | 'looks' | 'exports'>,
): FeatureOf<'alarms'> {
  return {
    group: 'alarms',
    handlers: {
      ...alarmReadHandlers(dependencies),
      ...answerTimeHandlers(dependencies),
      ...outageHandlers(dependencies),
      ...alarmExportHandlers(dependencies),
      ...alarmHandlers(dependencies),
    },
    aboutAlarms: [
      'listAlarms',
      'getAlarm',
      'claimAlarm',
      'releaseAlarm',
      'listAlarmHandlers',
      'handOverAlarm',
      'escalateAlarm',
      'resetAlarm',
      'reopenAlarm',
    ],
    topics: [alarmsTopic(dependencies)],
  };
}
