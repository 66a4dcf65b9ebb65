import type { FeatureOf } from '#platform/feature.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { passwordHandlers } from './password-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';

/** What people do with their own account: profile, password, sessions. */
export function createAccountFeature(dependencies: AccountDependencies): FeatureOf<'account'> {
  return {
    group: 'account',
    handlers: {
      ...profileHandlers(dependencies),
      ...passwordHandlers(dependencies),
      ...sessionHandlers(dependencies),
    },
  };
}
