import { timeZoneOf } from '@varde/catalogue/markets';
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import type { DeviceRecord } from '../../devices/device-row.ts';
import { type Chain, endChain } from '../../notifications/chains.ts';
import { type EffectiveList, effectiveLists, toldInOrder } from '../../notifications/lists.ts';
import { asSkipped, type Skipped } from '../../notifications/plan.ts';
import { receiverInTurn } from '../../notifications/present-receiver.ts';
import { type AlarmWithNames, findAlarms } from '../alarms.ts';
import { escalateAlarm } from '../escalate-alarm.ts';
import { alarms } from '../tables.ts';
import { wordsIn } from '../words-of-alarm.ts';
import { lockDueChains } from './due.ts';
import { planNext, type Told } from './next-step.ts';
import { receiverNow } from './receiver-now.ts';
import { presentRound, type Round } from './rounds.ts';
import { type Telling, tellReceiver } from './tell-receiver.ts';

export interface Stepped {
  /** Of the customer with the alarm. */
  custName: string;
  /** With the flag of an alarm that went to the alarm centre; null: unchanged. */
  device: DeviceRecord | null;
  /** There are receivers whom this step left for another one, which is due at once. */
  goesOn: boolean;
}

/**
 * So many receivers who are told at the same time are told in one transaction, of all of its alarms: a list that names very
 * many keeps neither the device nor the places of other alarms for long.
 */
const mostAtOnce = 4;

/**
 * The way of an alarm to its receivers, in order: what is due (`due.ts`), whom the list names (`rounds.ts`), by which
 * channels somebody is told when the turn comes (`receiver-now.ts`), the messages (`tell-receiver.ts`), when it goes on
 * (`next-step.ts`), and what becomes of a message (`settle-message.ts`).
 *
 * Does what is due about alarms: tells the next receivers of the list of each, or ends when it was taken or reset, or when all
 * have been told: then the alarm centre gets it. These alarms get a new `rev`. Returns them, without those of which there was
 * nothing to tell. In a transaction of its own: what is asked once for all of them is not asked for each.
 */
export async function notifySteps(
  tx: Database,
  alarmIds: readonly number[],
  order: Omit<Telling, 'alarmId'>,
): Promise<Map<number, Stepped>> {
  const chains = await lockDueChains(tx, alarmIds, order.at.getTime());
  const byAlarm = new Map(chains.map((chain) => [chain.alarmId, chain]));
  const found = await findAlarms(tx, [...byAlarm.keys()]);
  const lists = await effectiveLists(
    tx,
    found.map(({ alarm }) => alarm),
    order.at,
  );
  const mostInStep = Math.max(1, Math.floor(mostAtOnce / Math.max(1, found.length)));
  const stepped = new Map<number, Stepped>();
  for (const [nth, each] of found.entries()) {
    const { alarmId } = each.alarm;
    const [chain, list] = [byAlarm.get(alarmId), lists[nth]];
    const done =
      chain && list && (await notifyStep(tx, { ...order, alarmId }, chain, { found: each, list, mostInStep }));
    if (done) stepped.set(alarmId, done);
  }
  if (stepped.size > 0)
    await tx
      .update(alarms)
      .set({ rev: sql`nextval('rev_seq')` })
      .where(inArray(alarms.alarmId, [...stepped.keys()]));
  return stepped;
}

interface About {
  found: AlarmWithNames;
  list: EffectiveList;
  /** Receivers who are told at the same time. */
  mostInStep: number;
}

/** Null: there is nothing to tell. */
async function notifyStep(
  tx: Database,
  order: Telling,
  chain: Chain,
  { found, list, mostInStep }: About,
): Promise<Stepped | null> {
  const { alarmId, at } = order;
  const { state, handedOverBy } = found.alarm;
  const { custName } = found;
  if (state === 'reset') {
    await endChain(tx, alarmId, { outcome: 'reset', at });
    return null;
  }
  if (state === 'claimed' && handedOverBy === null) {
    await endChain(tx, alarmId, { outcome: 'taken', at });
    return { custName, device: null, goesOn: false };
  }
  const round = await presentRound(tx, order, chain, { found, list });
  if (round === null) return null;
  const told = await tellNext(tx, order, round, { found, list, mostInStep });
  await planNext(tx, order, told, { alarm: found.alarm, list });
  const device = told.isOver ? await escalateAlarm(tx, found.alarm, { at, round: round.round }) : null;
  return { custName, device, goesOn: !told.isOver && told.waitMs === 0 };
}

/** The next receiver, and those after whom nobody waits, as many as one step tells. */
async function tellNext(tx: Database, order: Telling, begun: Round, { found, list, mostInStep }: About): Promise<Told> {
  const { at } = order;
  const { round } = begun;
  const receivers = [...begun.plan.receivers];
  const present = toldInOrder(list);
  const words = wordsIn(tx, found);
  let skipped: Skipped[] = [];
  let { led } = begun;
  let waitMs = 0;
  let step = begun.nextStep;
  let count = 0;
  for (; waitMs === 0 && count < mostInStep && step < receivers.length; step++) {
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
      count += 1;
      skipped = [];
      led = { cause: 'together' };
      waitMs = receiver.waitSeconds * 1000;
    } else skipped.push(asSkipped(receiver, receiver.skipped));
  }
  const now = { ...begun, led, nextStep: step, plan: { ...begun.plan, receivers } };
  return { round: now, skipped, waitMs, isOver: waitMs === 0 && step >= receivers.length };
}
