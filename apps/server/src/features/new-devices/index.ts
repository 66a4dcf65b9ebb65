import type { FeatureOf } from '#platform/feature.ts';
import type { NewDevicesDependencies } from './add-unit.ts';
import { addingHandlers } from './adding-handlers.ts';
import { importHandlers } from './import-handlers.ts';

/** Adding devices: one, or many from a file. */
export function createNewDevicesFeature(dependencies: NewDevicesDependencies): FeatureOf<'newDevices'> {
  return {
    group: 'newDevices',
    handlers: { ...addingHandlers(dependencies), ...importHandlers(dependencies) },
  };
}
