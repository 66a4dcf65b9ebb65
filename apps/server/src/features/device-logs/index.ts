import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { deviceLogHandlers } from './handlers.ts';

/** The logs of a device beside its transactions, and its reports. */
export function createDeviceLogsFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'clock'>,
): FeatureOf<'deviceLogs'> {
  return { group: 'deviceLogs', handlers: deviceLogHandlers(dependencies) };
}
