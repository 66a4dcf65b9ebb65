import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { removeBrowsersOf } from '../accounts/push-browsers.ts';
import { accountTokens, apiKeys, consents, recoveryCodes, sessions, userPolicies, users } from '../accounts/tables.ts';
import { forgetViewsOf } from '../views/saved-views.ts';

/**
 * Reduces an account or an invitation to a number, which the audit log, alarms and consents refer to: it holds no role,
 * cannot log in, and is in no list, and its username is free. In the caller's transaction.
 */
export async function forgetAccount(tx: Database, userId: number, at: Date): Promise<void> {
  for (const table of [sessions, apiKeys, userPolicies, accountTokens, recoveryCodes])
    await tx.delete(table).where(eq(table.userId, userId));
  await removeBrowsersOf(tx, userId);
  await forgetViewsOf(tx, userId);
  await tx
    .update(consents)
    .set({ note: '' })
    .where(and(eq(consents.userId, userId), sql`${consents.note} <> ''`));
  await tx.update(users).set(nobody(userId, at)).where(eq(users.userId, userId));
}

/** `.invalid` is a reserved domain (RFC 2606); no password has the hash `-`. */
const nobody = (userId: number, at: Date) => ({
  username: `erased-${userId}@erased.invalid`,
  passwordHash: '-',
  firstName: '',
  lastName: '',
  mobile: null,
  theme: null,
  twoFactorSecret: null,
  twoFactorSince: null,
  twoFactorPending: null,
  twoFactorLastStep: null,
  browserKey: null,
  invitedUntil: null,
  lastLogin: null,
  disabledAt: sql`coalesce(${users.disabledAt}, ${at.toISOString()}::timestamptz)`,
  deletedAt: sql`coalesce(${users.deletedAt}, ${at.toISOString()}::timestamptz)`,
  erasedAt: at,
});
