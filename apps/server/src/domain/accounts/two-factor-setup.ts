import type { Role } from '@varde/catalogue/permissions';
import { and, count, eq, inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { recoveryCodes, userPolicies, users } from './tables.ts';

/** Stores a secret until a code confirms it. */
export async function beginTwoFactor(db: Database, userId: number, secret: string): Promise<void> {
  await db.update(users).set({ twoFactorPending: secret }).where(eq(users.userId, userId));
}

/** Requires a code from now on. The code that confirmed the secret is used up. */
export async function turnTwoFactorOn(
  tx: Database,
  { userId, secret, step, at }: { userId: number; secret: string; step: number; at: number },
): Promise<void> {
  await tx
    .update(users)
    .set({
      twoFactorSecret: secret,
      twoFactorPending: null,
      twoFactorSince: new Date(at),
      twoFactorLastStep: step,
    })
    .where(eq(users.userId, userId));
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}

/** Whether the user holds a role that requires the second step. */
export async function isTwoFactorRequired(db: Database, userId: number, requiring: readonly Role[]): Promise<boolean> {
  if (requiring.length === 0) return false;
  const held = await db
    .select({ role: userPolicies.role })
    .from(userPolicies)
    .where(and(eq(userPolicies.userId, userId), inArray(userPolicies.role, [...requiring])))
    .limit(1);
  return held.length > 0;
}
