import type { FeatureOf } from '#platform/feature.ts';
import { changeHandlers } from './change-handlers.ts';
import { readHandlers } from './read-handlers.ts';
import { type ScanDependencies, scanHandlers } from './scan-handlers.ts';
import { scanTopic } from './scan-topic.ts';

/** Places inside of buildings, and the scans for the access points by which they are known. */
export function createIndoorLocationsFeature(dependencies: ScanDependencies): FeatureOf<'indoorLocations'> {
  return {
    group: 'indoorLocations',
    handlers: {
      ...readHandlers(dependencies),
      ...changeHandlers(dependencies),
      ...scanHandlers(dependencies),
    },
    topics: [scanTopic(dependencies)],
  };
}
