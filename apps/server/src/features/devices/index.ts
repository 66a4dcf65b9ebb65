import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { deviceTopic } from './device-topic.ts';
import { devicesTopic } from './devices-topic.ts';
import { deviceHandlers } from './handlers.ts';
import { identityHandlers } from './identity-handlers.ts';

/** The device list, single devices and their positions. */
export function createDevicesFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): FeatureOf<'devices'> {
  return {
    group: 'devices',
    handlers: { ...deviceHandlers(dependencies), ...identityHandlers(dependencies) },
    topics: [devicesTopic(dependencies.db), deviceTopic(dependencies)],
  };
}
