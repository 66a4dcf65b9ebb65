import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { type WorkScope, withinScope } from '#platform/database/scope-condition.ts';
import { restartChains, withdrawAttempts } from '../notifications/chains.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { recordClaim } from './centre-answers.ts';
import { alarms } from './tables.ts';

/** The customer and device of an alarm. */
export type Owner = { custId: number; deviId: number };

/** `escalatedTo`: the alarm centre that has it. */
type ChangedAlarm = Owner & { escalatedTo: number | null };

/**
 * Changes an alarm in scope if the condition holds, and returns whose it is; null when the condition does not hold. One
 * statement, so that of two concurrent changes one succeeds.
 */
export async function changeAlarmIf(
  db: Database,
  { alarmId, scope, condition }: { alarmId: number; scope: WorkScope; condition: SQL | undefined },
  values: { [F in keyof typeof alarms.$inferInsert]?: (typeof alarms.$inferInsert)[F] | SQL },
): Promise<ChangedAlarm | null> {
  const [changed] = await db
    .update(alarms)
    .set({ ...values, rev: sql`nextval('rev_seq')` })
    .where(and(eq(alarms.alarmId, alarmId), condition, withinScope(alarms.custId, scope)))
    .returning({ custId: alarms.custId, deviId: alarms.deviId, escalatedTo: alarms.escalatedTo });
  return changed ?? null;
}

/** Who has an alarm: a user, or a receiver by one of its messages. */
export interface Claim {
  claimedBy: number | null;
  claimedAttempt?: number | null;
}

export const isClaimedBy = ({ claimedBy, claimedAttempt = null }: Claim): SQL | undefined =>
  and(
    eq(alarms.state, 'claimed'),
    sql`(${alarms.claimedBy}, ${alarms.claimedAttempt}) is not distinct from (${claimedBy}::int, ${claimedAttempt}::bigint)`,
  );

/** Somebody has taken the alarm: the first time stays, and nobody waits for the alarm centre any more. */
export const answered = (at: Date): { answeredAt: SQL; centreDueAt: null } => ({
  centreDueAt: null,
  answeredAt: sql`coalesce(${alarms.answeredAt}, ${at.toISOString()}::timestamptz)`,
});

/** The alarm has no claimant. */
export const unclaimed = {
  state: 'open',
  claimedBy: null,
  claimedAttempt: null,
  claimedAt: null,
  handedOverBy: null,
} as const;

/** Claims an open alarm for this user; null when it is not open. Call it in a transaction. */
export async function claimIfOpen(
  db: Database,
  scope: Scope,
  claim: { alarmId: number; userId: number; at: Date },
): Promise<Owner | null> {
  const open = { alarmId: claim.alarmId, scope, condition: eq(alarms.state, 'open') };
  const { userId: claimedBy, at: claimedAt } = claim;
  const values = {
    state: 'claimed',
    claimedBy,
    claimedAttempt: null,
    claimedAt,
    ...answered(claimedAt),
  } as const;
  const claimed = await changeAlarmIf(db, open, values);
  if (claimed !== null) {
    await recordClaim(db, { ...claim, escalatedTo: claimed.escalatedTo });
    await withdrawAttempts(db, claim.alarmId, claimedAt);
  }
  return claimed;
}

/**
 * Opens an alarm that is claimed as the caller knows it; null when it is not claimed, or by somebody else. Call it in a
 * transaction.
 */
export const releaseIfClaimed = (
  db: Database,
  scope: Scope,
  { alarmId, userId, at, ...claim }: Claim & { alarmId: number; userId: number; at: Date },
): Promise<Owner | null> => releaseIf(db, { alarmId, scope, condition: isClaimedBy(claim) }, { at, userId });

/** Clears the claimant: the alarm is open like an unclaimed one, and told to its receivers from the beginning. Without `userId` Varde itself releases it. */
export async function releaseIf(
  db: Database,
  held: Parameters<typeof changeAlarmIf>[1],
  by: { at: Date; userId?: number },
): Promise<Owner | null> {
  const released = await changeAlarmIf(db, held, unclaimed);
  if (released !== null) {
    await recordAlarmEvent(db, { alarmId: held.alarmId, event: 'released', ...by });
    await restartChains(db, [held.alarmId], by.at, 'released');
  }
  return released;
}
