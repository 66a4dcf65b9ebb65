import { isByPhone } from '@varde/contract/event-setup-form';
import type { Database } from '#platform/database/database.ts';
import { hasHadEnough, isUnconfirmedRepeat } from '../../notifications/floods.ts';
import {
  type PlannedReceiver,
  type RuledReceiver,
  waysTo,
  whySkipped,
  withoutToldWays,
} from '../../notifications/plan.ts';

interface Turn {
  alarmId: number;
  custId: number;
  metyId: number;
  at: Date;
  timeZone: string;
  round: number;
  /** The receivers of the round so far. */
  before: readonly PlannedReceiver[];
}

/**
 * A receiver whose turn it is, asked again: may have gone off the list or have another number there, the hours may have
 * come or gone, and the access of a user may have ended; an earlier list may have told the same person; and from the second
 * round on there may have been too many messages.
 */
export async function receiverNow(
  tx: Database,
  planned: PlannedReceiver,
  listed: RuledReceiver | undefined,
  moment: Turn,
): Promise<PlannedReceiver> {
  if (listed === undefined) return { ...planned, skipped: 'offList' };
  const { receiverId, userId, name, mobile, email, hasBrowser, language, withdrawn, leftOut } = listed;
  const found = {
    ...planned,
    ...{ receiverId, userId, name, mobile, email, hasBrowser, language, withdrawn },
  };
  const receiver = withoutToldWays(found, moment.before);
  const reason =
    whySkipped(receiver, leftOut, moment) ??
    (waysTo(found).length === 0 ? 'noNumber' : null) ??
    (waysTo(receiver).length === 0 ? 'alreadyTold' : null);
  if (reason !== null || moment.round === 1) return { ...receiver, skipped: reason };
  const repeat = { ...moment, receiver };
  if (await hasHadEnough(tx, repeat)) return { ...receiver, skipped: 'manyMessages' };
  if (!(await isUnconfirmedRepeat(tx, repeat))) return { ...receiver, skipped: null };
  const others = receiver.channels.filter((channel) => !isByPhone(channel));
  const { callCause: _, ...byOthers } = { ...receiver, channels: others };
  return { ...byOthers, skipped: waysTo(byOthers).length === 0 ? 'notConfirmed' : null };
}
