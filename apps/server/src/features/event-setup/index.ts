import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { alarmCentreHandlers } from './alarm-centre-handlers.ts';
import { customerHandlers } from './customer-handlers.ts';
import { deviceHandlers } from './device-handlers.ts';

/** The notification lists of devices and customers (decision 0056). */
export function createEventSetupFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock' | 'working'>,
): FeatureOf<'eventSetup'> {
  return {
    group: 'eventSetup',
    handlers: {
      ...deviceHandlers(dependencies),
      ...customerHandlers(dependencies),
      ...alarmCentreHandlers(dependencies),
    },
  };
}
