import { timeZoneOf } from '@varde/catalogue/markets';
import { isByPhone } from '@varde/contract/event-setup-form';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { endChain, lockDueChain, saveChain, waitFrom } from '../notifications/chains.ts';
import { hasHadEnough, isUnconfirmedRepeat } from '../notifications/floods.ts';
import { type EffectiveList, effectiveList, toldInOrder } from '../notifications/lists.ts';
import {
  asSkipped,
  type PlannedReceiver,
  type RuledReceiver,
  type Skipped,
  waysTo,
  whySkipped,
  withoutToldWays,
} from '../notifications/plan.ts';
import { receiverInTurn } from '../notifications/present-receiver.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { escalateAlarm } from './escalate-alarm.ts';
import { endRound, presentRound, type Round } from './rounds.ts';
import { alarms } from './tables.ts';
import { type Telling, tellReceiver } from './tell-receiver.ts';
import { wordsIn } from './words-of-alarm.ts';

interface Stepped {
  /** Of the customer with the alarm. */
  custName: string;
  /** With the flag of an alarm that went to the alarm centre; null: unchanged. */
  device: DeviceRecord | null;
}

/**
 * Does what is due about an alarm: tells the next receivers of its list, or ends when it was taken or reset, or when all
 * have been told: then the alarm centre gets it. The alarm gets a new `rev`. Returns its device if that changed;
 * null when there was nothing to do. In a transaction of its own.
 */
export async function notifyStep(tx: Database, order: Telling): Promise<Stepped | null> {
  const { alarmId, at } = order;
  const chain = await lockDueChain(tx, alarmId, at.getTime());
  const found = chain && (await findAlarm(tx, 'server', alarmId));
  if (chain === undefined || found === undefined) return null;
  const { state, handedOverBy } = found.alarm;
  if (state === 'reset') {
    await endChain(tx, alarmId, { outcome: 'reset', at });
    return null;
  }
  let device: DeviceRecord | null = null;
  if (state === 'claimed' && handedOverBy === null) {
    await endChain(tx, alarmId, { outcome: 'taken', at });
  } else {
    const list = await effectiveList(tx, { ...found.alarm, at });
    const round = await presentRound(tx, order, chain, { found, list });
    if (round === null) return null;
    const isOver = await tellNext(tx, order, round, { found, list });
    if (isOver) device = await escalateAlarm(tx, found.alarm, { at, round: round.round });
  }
  await tx.update(alarms).set({ rev: sql`nextval('rev_seq')` }).where(eq(alarms.alarmId, alarmId));
  return { custName: found.custName, device };
}

/** The next receiver, and those after whom nobody waits. Returns whether that was the end of the list. */
async function tellNext(
  tx: Database,
  order: Telling,
  begun: Round,
  { found, list }: { found: AlarmWithNames; list: EffectiveList },
): Promise<boolean> {
  const { alarmId, at } = order;
  const { round } = begun;
  const receivers = [...begun.plan.receivers];
  const present = toldInOrder(list);
  const words = wordsIn(tx, found);
  let skipped: Skipped[] = [];
  let { led } = begun;
  let wait = 0;
  let step = begun.nextStep;
  for (; wait === 0 && step < receivers.length; step++) {
    const planned = receivers[step];
    if (planned === undefined) break;
    const before = receivers.slice(0, step);
    const listed = receiverInTurn(present, planned);
    const receiver = await receiverNow(tx, planned, listed, {
      ...{ ...found.alarm, at, round, before },
      timeZone: timeZoneOf(found.market),
    });
    receivers[step] = receiver;
    if (receiver.skipped === null) {
      const why = { round, skipped, ...receiver.rule, ...led };
      const hasPin = listed !== undefined && listed.pinHash !== null;
      await tellReceiver(tx, { ...order, customer: found.custName }, words, {
        receiver,
        hasPin,
        round,
        step,
        why,
      });
      skipped = [];
      led = { cause: 'together' };
      wait = receiver.waitSeconds * 1000;
    } else skipped.push(asSkipped(receiver, receiver.skipped));
  }
  const now: Round = { ...begun, led, nextStep: step, plan: { ...begun.plan, receivers } };
  const { plan, nextStep, repeated, startedAt, roundCause } = now;
  const saved = { state: 'running' as const, plan, round, repeated, nextStep, startedAt, roundCause };
  await saveChain(tx, alarmId, { ...saved, stepCause: null, ...waitFrom(at, wait) });
  if (wait > 0) return false;
  await endRound(tx, order, now, { ...found.alarm, skipped, list });
  return true;
}

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
async function receiverNow(
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
