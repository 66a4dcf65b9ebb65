import type { RegistrationMode } from '@varde/catalogue/registration-modes';
import type { AttemptLimits } from '#platform/attempt-limits.ts';
import type { FeatureDependencies } from '#platform/feature.ts';
import type { OrganisationRegister } from '#platform/organisation-register.ts';

export interface RegistrationDependencies extends Pick<FeatureDependencies, 'db' | 'clock'> {
  attempts: AttemptLimits;
  /** Who may register. */
  mode: RegistrationMode;
  /** Null: nobody is asked. */
  register: OrganisationRegister | null;
}
