import type { TakenWay } from '@varde/catalogue/alarm-events';
import type { PinRefusal } from '@varde/contract/sharing';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { hurryChain, partyOf } from '../notifications/chains.ts';
import { type ComparedPin, mostWrongPins, presentPinHash } from '../notifications/pins.ts';
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
  way: TakenWay;
  address: string;
  at: Date;
}

/** `toCompare`: hashes with which the PIN is to be compared before anything can be said. */
interface Checked {
  refused: PinRefusal | null;
  toCompare: readonly string[];
}

const passed: Checked = { refused: null, toCompare: [] };
const refuse = (refused: PinRefusal): Checked => ({ refused, toCompare: [] });

/**
 * Whether a receiver may take the alarm as far as the PIN goes. A wrong PIN is counted and audited; after the last one the
 * message takes no alarm any more, and the next receiver is told at once. A right one is an event of the timeline. In a
 * transaction that holds the lock of the alarm.
 */
export async function checkPin(
  tx: Database,
  { alarmId, ...owner }: Owner & { alarmId: number },
  attempt: Attempt,
  { pin, compared, way, address, at }: Entering,
): Promise<Checked> {
  const hash = await presentPinHash(tx, attempt);
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
  await tx
    .update(notificationAttempts)
    .set({ wrongPins })
    .where(eq(notificationAttempts.attemptId, attemptId));
  const by = { userId: null, address, context: null };
  const change = { action: 'alarm.wrongPin' as const, before: {}, after: { attemptId, wrongPins } };
  await auditAlarm(tx, { alarmId, at, by }, owner, change);
  if (wrongPins < mostWrongPins) return refuse('wrong');
  await hurryChain(tx, attempt, at, 'wrongPins');
  return refuse('blocked');
}
