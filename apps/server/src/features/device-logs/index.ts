import type { FeatureOf } from '#platform/feature.ts';
import { deviceLogHandlers } from './handlers.ts';
import { type WalkTestDependencies, walkTestHandlers } from './walk-test-handlers.ts';
import { walkTestTopic } from './walk-test-topic.ts';

/** The logs of a device beside its transactions, and its reports. */
export function createDeviceLogsFeature(dependencies: WalkTestDependencies): FeatureOf<'deviceLogs'> {
  return {
    group: 'deviceLogs',
    handlers: { ...deviceLogHandlers(dependencies), ...walkTestHandlers(dependencies) },
    topics: [walkTestTopic(dependencies)],
  };
}
