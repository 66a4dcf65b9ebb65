import type { FeatureDependencies, FeatureOf } from '#platform/feature.ts';
import { deviceTopic } from './device-topic.ts';
import { devicesTopic } from './devices-topic.ts';
import { deviceHandlers } from './handlers.ts';

/** The device list, single devices and their positions. */
export function createDevicesFeature({ db }: Pick<FeatureDependencies, 'db'>): FeatureOf<'devices'> {
  return {
    group: 'devices',
    handlers: deviceHandlers({ db }),
    topics: [devicesTopic(db), deviceTopic(db)],
  };
}
