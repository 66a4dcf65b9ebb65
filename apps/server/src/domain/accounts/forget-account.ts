import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { accountTokens, consents, recoveryCodes, sessions, userPolicies, users } from './tables.ts';

/**
 * What is left of an account or an invitation is a number, which the audit log, alarms and consents refer to: it holds no
 * role, nobody logs in with it, its username is free, and it is in no list. In the caller's transaction.
 */
export async function forgetAccount(tx: Database, userId: number, at: Date): Promise<void> {
  for (const table of [sessions, userPolicies, accountTokens, recoveryCodes])
    await tx.delete(table).where(eq(table.userId, userId));
  await tx
    .update(consents)
    .set({ note: '' })
    .where(and(eq(consents.userId, userId), sql`${consents.note} <> ''`));
  await tx.update(users).set(nobody(userId, at)).where(eq(users.userId, userId));
}

/** `.invalid` is a domain that will never be (RFC 2606); no password has the hash `-`. */
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
