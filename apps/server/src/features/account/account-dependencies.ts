import type { Role } from '@varde/catalogue/permissions';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { AttemptLimits } from '#platform/attempt-limits.ts';

/** What the parts of this feature need. */
export interface AccountDependencies extends Pick<FeatureDependencies, 'db' | 'clock'> {
  attempts: AttemptLimits;
  /** Shown above the login form; null: none. */
  loginNotice: string | null;
  /** Roles that must not be without the second step of the login. */
  twoFactorRoles: readonly Role[];
  /** After so long without use a session is over. */
  sessionIdleMs: number;
  /** Ends sessions of a user. */
  sessions: {
    endAll(userId: number, except: string | null): Promise<number>;
    endOne(userId: number, sessionId: number): Promise<boolean>;
  };
}
