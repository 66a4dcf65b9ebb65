import type { TakenWay } from '@varde/catalogue/alarm-events';
import type { PinRefusal } from '@varde/contract/sharing';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { hurryChain, partyOf } from '../notifications/chains.ts';
import { type ComparedPin, mostWrongPins } from '../notifications/pins.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import { receiverEventsOf, recordAlarmEvent } from './alarm-events.ts';
import type { Attempt } from './alarm-links.ts';
import { auditAlarm } from './audit-alarm.ts';
import type { Owner } from './claims.ts';

export interface EnteredPin {
  /** Null: none. */
  pin: string | null;
  /** The results of comparing it so far. */
  compared: readonly ComparedPin[];
}

interface Entering extends EnteredPin {
  /** Of the present PIN of the receiver, so that a forgotten one can be replaced during an alarm; null: has none. */
  pinHash: string | null;
  way: TakenWay;
  address: string;
  at: Date;
}

/** `toCompare`: hashes with which the PIN is to be compared before anything can be said. */
export interface Checked {
  refused: PinRefusal | null;
  toCompare: readonly string[];
}

const passed: Checked = { refused: null, toCompare: [] };
const refuse = (refused: PinRefusal): Checked => ({ refused, toCompare: [] });

/**
 * Whether a receiver may do what a PIN protects. A wrong PIN is counted and audited; after the last one the
 * message does nothing any more, and the next receiver is told at once. A right one is an event of the timeline. In a
 * transaction that holds the lock of the alarm.
 */
export async function checkPin(
  tx: Database,
  { alarmId, ...owner }: Owner & { alarmId: number },
  attempt: Attempt,
  { pinHash: hash, pin, compared, way, address, at }: Entering,
): Promise<Checked> {
  if (hash === null) return passed;
  if (attempt.wrongPins >= mostWrongPins) return refuse('blocked');
  if (pin === null) return refuse('needed');
  const result = compared.find((one) => one.hash === hash);
  if (result === undefined) return { refused: 'needed', toCompare: [hash] };
  if (result.matches) {
    const party = partyOf(attempt);
    const event = {
      alarmId,
      event: 'pin' as const,
      header: receiverEventsOf(attempt.userId).header,
      at,
      result: way,
    };
    await recordAlarmEvent(tx, { ...event, ...(party !== null && { party }) });
    return passed;
  }
  const { attemptId } = attempt;
  const wrongPins = attempt.wrongPins + 1;
  await tx.update(notificationAttempts).set({ wrongPins }).where(eq(notificationAttempts.attemptId, attemptId));
  const by = { userId: null, address, context: null };
  const change = { action: 'alarm.wrongPin' as const, before: {}, after: { attemptId, wrongPins } };
  await auditAlarm(tx, { alarmId, at, by }, owner, change);
  if (wrongPins < mostWrongPins) return refuse('wrong');
  await hurryChain(tx, attempt, at, 'wrongPins');
  return refuse('blocked');
}
