import type { AttemptLimits } from '#platform/attempt-limits.ts';
import type { FeatureDependencies } from '#platform/feature.ts';
import type { OrganisationRegister } from '#platform/organisation-register.ts';

export interface RegistrationDependencies extends Pick<FeatureDependencies, 'db' | 'clock'> {
  attempts: AttemptLimits;
  /** Null: nobody is asked. */
  register: OrganisationRegister | null;
}
