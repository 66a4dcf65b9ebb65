import type { Database } from '#platform/database/database.ts';
import { endChain, saveChain, waitFrom } from '../../notifications/chains.ts';
import { type EffectiveList, toldInOrder } from '../../notifications/lists.ts';
import { type Plan, pauseAfterRound, reachesNobodyNow, type Skipped } from '../../notifications/plan.ts';
import { recordAlarmEvent } from '../alarm-events.ts';
import type { AlarmRecord } from '../present-alarm.ts';
import type { Moment, Round } from './rounds.ts';

/** A round after a step. */
export interface Told {
  round: Round;
  /** Since the last one who was told. */
  skipped: Skipped[];
  /** Before the next step. */
  waitMs: number;
  /** Everybody on the list has had a turn, and nobody is waited for. */
  isOver: boolean;
}

interface About {
  alarm: Pick<AlarmRecord, 'receivedAt' | 'lastSignalAt'>;
  list: EffectiveList;
}

/** Saves when the next receiver is told, or ends the round. */
export async function planNext(tx: Database, moment: Moment, told: Told, about: About): Promise<void> {
  const { plan, round, nextStep, repeated, startedAt, roundCause } = told.round;
  const saved = { state: 'running' as const, plan, round, repeated, nextStep, startedAt, roundCause };
  await saveChain(tx, moment.alarmId, { ...saved, stepCause: null, ...waitFrom(moment.at, told.waitMs) });
  if (told.isOver) await endRound(tx, moment, told, about);
}

/** A list may also end with its beginning, or with those who are told at the same time. */
const endedBy = (led: Round['led']): Round['led'] => (led.cause === 'first' || led.cause === 'together' ? {} : led);

/**
 * Whether somebody took the place of a receiver who went off the list during the round: they were not told in it, however
 * often the list begins anew.
 */
const hasNewReceivers = (list: EffectiveList, { receivers }: Plan): boolean =>
  receivers.some(({ skipped }) => skipped === 'offList') &&
  toldInOrder(list).some((one) => receivers.every(({ receiverId }) => receiverId !== one.receiverId));

/** Ends a round that nobody has ended by taking the alarm: the list begins again after its pause, or the chain ends. */
async function endRound(
  tx: Database,
  { alarmId, at }: Moment,
  { round: { plan, round, repeated, led }, skipped }: Told,
  { alarm: { receivedAt, lastSignalAt }, list }: About,
): Promise<void> {
  const outcome = reachesNobodyNow(plan) ? 'nobody' : 'exhausted';
  const since = Math.max(receivedAt.getTime(), lastSignalAt.getTime());
  const pause = hasNewReceivers(list, plan) ? 0 : pauseAfterRound(plan, { repeated, ageMs: at.getTime() - since });
  if (pause === null) await endChain(tx, alarmId, { outcome, at });
  else await saveChain(tx, alarmId, { state: 'pausing', ...waitFrom(at, pause * 1000) });
  await recordAlarmEvent(tx, {
    ...{ alarmId, event: 'notificationEnded', at, result: outcome },
    why: { round, skipped, ...endedBy(led), ...(pause !== null && { againInSeconds: pause }) },
  });
}
