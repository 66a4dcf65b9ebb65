import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { deviceTopic } from './device-topic.ts';
import { devicesTopic } from './devices-topic.ts';
import { exportHandlers } from './export-handlers.ts';
import { deviceHandlers } from './handlers.ts';
import { identityHandlers } from './identity-handlers.ts';
import { infoHandlers } from './info-handlers.ts';
import { macHandlers } from './mac-handlers.ts';
import { mapHandlers } from './map-handlers.ts';
import { mapMovesTopic } from './map-moves-topic.ts';
import { createMapViews } from './map-views.ts';
import type { DeviceWords } from './unknown-words.ts';
import { userImageHandlers } from './user-image-handlers.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'bus' | 'clock' | 'exports' | 'working'>;

/** Where no protocol is known, its devices say nothing but what nobody knows. */
const noWords: DeviceWords = { isUnknown: () => true, inFrame: () => '' };

/** The device list, single devices and their positions. */
export function createDevicesFeature(dependencies: Dependencies, words = noWords): FeatureOf<'devices'> {
  const views = createMapViews();
  return {
    group: 'devices',
    handlers: {
      ...deviceHandlers({ ...dependencies, words }),
      ...exportHandlers(dependencies),
      ...identityHandlers(dependencies),
      ...infoHandlers(dependencies),
      ...macHandlers(dependencies),
      ...mapHandlers(dependencies, views),
      ...userImageHandlers(dependencies),
    },
    topics: [devicesTopic(dependencies), deviceTopic(dependencies), mapMovesTopic(dependencies, views)],
  };
}
