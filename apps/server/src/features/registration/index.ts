import type { FeatureOf } from '#platform/feature.ts';
import { checkHandlers } from './check-handlers.ts';
import { confirmHandlers } from './confirm-handlers.ts';
import { decideHandlers } from './decide-handlers.ts';
import { registerHandlers } from './register-handlers.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';

/**
 * Private users and companies register themselves, confirm their address and, where so configured, wait for an
 * administrator. All calls except the decisions are public, so they are limited by address.
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
