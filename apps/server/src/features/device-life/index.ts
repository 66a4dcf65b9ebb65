import type { FeatureOf } from '#platform/feature.ts';
import { type DeviceLifeDependencies, leavingHandlers } from './leaving-handlers.ts';
import { replacementHandlers } from './replacement-handlers.ts';

/** Deleting a device, deleting its history, and replacing it by another unit. */
export function createDeviceLifeFeature(dependencies: DeviceLifeDependencies): FeatureOf<'deviceLife'> {
  return {
    group: 'deviceLife',
    handlers: { ...leavingHandlers(dependencies), ...replacementHandlers(dependencies) },
  };
}
