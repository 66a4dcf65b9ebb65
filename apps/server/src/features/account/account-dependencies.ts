import type { Role } from '@varde/catalogue/permissions';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { Database } from '#platform/database/database.ts';
import type { AttemptLimits } from '#platform/limits/attempt-limits.ts';
import type { PushKeys } from '#platform/push/key-pair.ts';

/** Dependencies of the parts of this feature. */
export interface AccountDependencies extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> {
  attempts: AttemptLimits;
  /** Shown above the login form; null: no notice. */
  loginNotice: string | null;
  /** Roles that require a second login step. */
  twoFactorRoles: readonly Role[];
  /** Idle time after which a session ends. */
  sessionIdleMs: number;
  /** Null: push messages are not configured. `inside`: push services may have private addresses. */
  push: { keys(tx: Database): Promise<PushKeys>; inside: boolean } | null;
  /** Ends sessions of a user. */
  sessions: {
    endAll(userId: number, except: string | null): Promise<number>;
    endOne(userId: number, sessionId: number): Promise<boolean>;
  };
}
