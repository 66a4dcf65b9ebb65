import type { RegistrationMode } from '@varde/catalogue/registration-modes';
import type { OrganisationRegister } from '#domain/customers/organisation-register.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { AttemptLimits } from '#platform/limits/attempt-limits.ts';

export interface RegistrationDependencies extends Pick<FeatureDependencies, 'db' | 'clock'> {
  attempts: AttemptLimits;
  /** Who may register. */
  mode: RegistrationMode;
  /** Null: no register is configured. */
  register: OrganisationRegister | null;
}
