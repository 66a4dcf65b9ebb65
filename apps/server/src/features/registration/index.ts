import type { FeatureOf } from '#platform/feature.ts';
import { checkHandlers } from './check-handlers.ts';
import { confirmHandlers } from './confirm-handlers.ts';
import { decideHandlers } from './decide-handlers.ts';
import { registerHandlers } from './register-handlers.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';

/**
 * Private users and companies register themselves, confirm the address and, where it is so configured, wait for an
 * administrator. Everybody may call all but the decisions, so those are counted by address.
 */
export function createRegistrationFeature(dependencies: RegistrationDependencies): FeatureOf<'registration'> {
  return {
    group: 'registration',
    reach: 'all',
    unqueued: ['lookUpOrganisation'],
    handlers: {
      ...checkHandlers(dependencies),
      ...registerHandlers(dependencies),
      ...confirmHandlers(dependencies),
      ...decideHandlers(dependencies),
    },
  };
}
