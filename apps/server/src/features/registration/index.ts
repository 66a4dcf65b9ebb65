import type { FeatureOf } from '#platform/feature.ts';
import { checkHandlers } from './check-handlers.ts';
import { registerHandlers } from './register-handlers.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';

/** Private users and companies register themselves. Everybody may call it, so everything is counted by address. */
export function createRegistrationFeature(dependencies: RegistrationDependencies): FeatureOf<'registration'> {
  return {
    group: 'registration',
    reach: 'all',
    handlers: { ...checkHandlers(dependencies), ...registerHandlers(dependencies) },
  };
}
