import type { FeatureOf } from '#platform/feature.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { apiKeyHandlers } from './api-key-handlers.ts';
import { gdprHandlers } from './gdpr-handlers.ts';
import { mapConsentHandlers } from './map-consent-handlers.ts';
import { passwordHandlers } from './password-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { pushHandlers } from './push-handlers.ts';
import { recoveryHandlers } from './recovery-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import { twoFactorHandlers } from './two-factor-handlers.ts';

/** A user's own account: profile, password, sessions, push messages, second step, API keys, and account recovery. */
export function createAccountFeature(dependencies: AccountDependencies): FeatureOf<'account'> {
  return {
    group: 'account',
    reach: 'all',
    unqueued: ['getLoginText'],
    handlers: {
      ...profileHandlers(dependencies),
      ...mapConsentHandlers(dependencies),
      ...passwordHandlers(dependencies),
      ...sessionHandlers(dependencies),
      ...pushHandlers(dependencies),
      ...recoveryHandlers(dependencies),
      ...gdprHandlers(dependencies),
      ...twoFactorHandlers(dependencies),
      ...apiKeyHandlers(dependencies),
    },
  };
}
