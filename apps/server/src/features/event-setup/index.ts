import type { FeatureOf } from '#platform/feature.ts';
import { alarmCentreHandlers } from './alarm-centre-handlers.ts';
import { customerHandlers } from './customer-handlers.ts';
import { deviceHandlers } from './device-handlers.ts';
import type { EventSetupDependencies } from './device-lists.ts';
import { numberHandlers } from './number-handlers.ts';

/** The notification lists of devices and customers (decision 0029). */
export function createEventSetupFeature(dependencies: EventSetupDependencies): FeatureOf<'eventSetup'> {
  return {
    group: 'eventSetup',
    handlers: {
      ...deviceHandlers(dependencies),
      ...customerHandlers(dependencies),
      ...alarmCentreHandlers(dependencies),
      ...numberHandlers(dependencies),
    },
  };
}
