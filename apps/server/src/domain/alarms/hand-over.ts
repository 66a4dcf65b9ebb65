import { and, eq, gt, isNotNull, lte, or } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { clockToleranceMs } from '#platform/delivery/back-off.ts';
import { withdrawAttempts } from '../notifications/chains.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { type Claim, changeAlarmIf, isClaimedBy, type Owner, releaseIf } from './claims.ts';
import { alarms } from './tables.ts';

/** With the claim known to the caller. */
export interface HandOver extends Claim {
  alarmId: number;
  to: number;
  by: number;
  at: Date;
}

/**
 * Hands a claimed alarm over to `to`, who has yet to confirm it; null when it is not claimed, or by
 * somebody else.
 */
export async function handOverIfClaimed(
  tx: Database,
  scope: Scope,
  { alarmId, to, by, at, ...claim }: HandOver,
): Promise<Owner | null> {
  const held = { alarmId, scope, condition: isClaimedBy(claim) };
  const handed = await changeAlarmIf(tx, held, {
    ...{ claimedBy: to, claimedAttempt: null, claimedAt: at, handedOverBy: by },
  });
  if (handed !== null) await recordAlarmEvent(tx, { alarmId, event: 'handedOver', at, userId: by, toUserId: to });
  return handed;
}

/** The alarms that a user has been handed and has not confirmed within `withinMs`, at most `most`. */
export function findUnconfirmed(db: Database, { at, withinMs, most }: { at: Date; withinMs: number; most: number }) {
  const late = new Date(at.getTime() - withinMs);
  const future = new Date(at.getTime() + clockToleranceMs);
  return db
    .select({ alarmId: alarms.alarmId, claimedBy: alarms.claimedBy })
    .from(alarms)
    .where(
      and(
        isNotNull(alarms.handedOverBy),
        // A time in the future is that of a clock that was set back since.
        or(lte(alarms.claimedAt, late), gt(alarms.claimedAt, future)),
      ),
    )
    .limit(most);
}

/** Opens an alarm whose hand-over `claimedBy` has not confirmed; null when it is confirmed or released meanwhile. */
export const releaseIfUnconfirmed = (
  tx: Database,
  { alarmId, claimedBy, at }: { alarmId: number; claimedBy: number; at: Date },
): Promise<Owner | null> => {
  const condition = and(isClaimedBy({ claimedBy }), isNotNull(alarms.handedOverBy));
  return releaseIf(tx, { alarmId, scope: 'server', condition }, { at });
};

/** Confirms an alarm that was handed over to this user; null when it was not, or is already confirmed. */
export async function acceptIfHandedOver(
  tx: Database,
  scope: Scope,
  { alarmId, userId, at }: { alarmId: number; userId: number; at: Date },
): Promise<Owner | null> {
  const condition = and(eq(alarms.claimedBy, userId), isNotNull(alarms.handedOverBy));
  const accepted = await changeAlarmIf(tx, { alarmId, scope, condition }, { claimedAt: at, handedOverBy: null });
  if (accepted !== null) {
    await recordAlarmEvent(tx, { alarmId, event: 'confirmed', at, userId });
    await withdrawAttempts(tx, alarmId, at);
  }
  return accepted;
}
