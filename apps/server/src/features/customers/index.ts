import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { addressLookupHandlers } from './address-lookup-handlers.ts';
import { saveAlarmCentre } from './alarm-centre-handler.ts';
import { customerHandlers } from './handlers.ts';
import { imageHandlers } from './image-handlers.ts';
import { messageCostHandlers } from './message-cost-handlers.ts';
import { nationalIntegrationHandlers } from './national-integration-handlers.ts';
import { positionRetentionHandlers } from './position-retention-handlers.ts';

/** The customer tree and the details of customers. */
export function createCustomersFeature(
  dependencies: Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'bus' | 'clock'>,
): FeatureOf<'customers'> {
  return {
    group: 'customers',
    handlers: {
      ...customerHandlers(dependencies),
      ...imageHandlers(dependencies),
      ...addressLookupHandlers(dependencies),
      ...nationalIntegrationHandlers(dependencies),
      ...messageCostHandlers(dependencies),
      ...positionRetentionHandlers(dependencies),
      saveAlarmCentre: saveAlarmCentre(dependencies),
    },
  };
}
