import { and, eq, lte } from 'drizzle-orm';
import { users } from '#domain/accounts/tables.ts';
import { noActor, recordAudit } from '#domain/audit/audit.ts';
import { forgetAccount } from '#domain/life/forget-account.ts';
import type { Database } from '#platform/database/database.ts';
import type { Job } from './job.ts';

const atOnce = 100;

/** Deletes invited users who did not choose a password in time, and frees the address. */
export const invitationExpiry: Job = {
  name: 'invitation-expiry',
  everySeconds: 600,
  run: async ({ db, clock, cautiousNow }) => {
    const now = new Date(await cautiousNow());
    const over = await db.select({ userId: users.userId }).from(users).where(isOver(now)).limit(atOnce);
    for (const { userId } of over) await db.transaction((tx) => expire(tx, userId, now, new Date(clock.now())));
  },
};

const isOver = (now: Date) => lte(users.invitedUntil, now);

async function expire(tx: Database, userId: number, now: Date, at: Date): Promise<void> {
  const [user] = await tx
    .select({ custId: users.custId })
    .from(users)
    .where(and(eq(users.userId, userId), isOver(now)))
    .for('update');
  if (user === undefined) return;
  await forgetAccount(tx, userId, at);
  await recordAudit(tx, {
    action: 'user.invitationExpired',
    at,
    by: noActor,
    custId: user.custId,
    subject: { kind: 'user', id: userId },
  });
}
