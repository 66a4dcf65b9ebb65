import type { FeatureOf } from '#platform/feature.ts';
import { alarmCentreHandlers } from './alarm-centre-handlers.ts';
import { customerHandlers } from './customer-handlers.ts';
import { type DeviceListDependencies, deviceHandlers } from './device-handlers.ts';

/** The notification lists of devices and customers (decision 0056). */
export function createEventSetupFeature(dependencies: DeviceListDependencies): FeatureOf<'eventSetup'> {
  return {
    group: 'eventSetup',
    handlers: {
      ...deviceHandlers(dependencies),
      ...customerHandlers(dependencies),
      ...alarmCentreHandlers(dependencies),
    },
  };
}
