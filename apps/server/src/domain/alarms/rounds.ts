import { timeZoneOf } from '@varde/catalogue/markets';
import type { Database } from '#platform/database.ts';
import { type Chain, endChain, saveChain, waitFrom } from '../notifications/chains.ts';
import { type EffectiveList, toldInOrder } from '../notifications/lists.ts';
import {
  customerOfPlan,
  type Plan,
  pauseAfterRound,
  planOf,
  reachesNobodyNow,
  type Skipped,
  type Why,
} from '../notifications/plan.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import type { AlarmWithNames } from './alarms.ts';
import type { AlarmRecord } from './present-alarm.ts';

/** One pass through a list. */
export interface Round extends Pick<Chain, 'round' | 'repeated' | 'nextStep' | 'startedAt' | 'roundCause'> {
  plan: Plan;
  /** What led to the step that is due. */
  led: Pick<Why, 'cause' | 'waitedSeconds'>;
}

interface Moment {
  alarmId: number;
  at: Date;
}

/**
 * The round of a chain whose step is due: it goes on, or it begins by the list as it is now. Null: after the pause there
 * is nobody to tell, and the list waits for another pause.
 */
export async function presentRound(
  tx: Database,
  moment: Moment,
  chain: Chain,
  { found: { alarm, market }, list }: { found: AlarmWithNames; list: EffectiveList },
): Promise<Round | null> {
  const { alarmId, at } = moment;
  const { state, plan: begun, round, repeated, startedAt, roundCause } = chain;
  if (state === 'running' && begun !== null) return { ...chain, plan: begun, led: ledTo(chain, begun) };
  const { source, repeats, pauseSeconds } = list;
  const now = { ...alarm, at, timeZone: timeZoneOf(market) };
  const plan = planOf({ source, repeats, pauseSeconds, receivers: toldInOrder(list) }, now);
  if (state === 'running') return beginRound(tx, moment, { plan, round, repeated, startedAt, roundCause });
  const next = { round: round + 1, repeated: repeated + 1, startedAt: at, roundCause: 'repeated' as const };
  if (!reachesNobodyNow(plan)) return beginRound(tx, moment, { plan, ...next });
  await saveChain(tx, alarmId, waitFrom(at, plan.pauseSeconds * 1000));
  return null;
}

/** The chain waits after a receiver who was told, until the wait is over or somebody ends it. */
const ledTo = ({ stepCause, nextStep }: Chain, { receivers }: Plan): Round['led'] =>
  stepCause === null
    ? { cause: 'waited', waitedSeconds: receivers[nextStep - 1]?.waitSeconds ?? 0 }
    : { cause: stepCause };

/** The result of the event that begins a round: which list it goes by. */
const resultOfList = { device: 'ownList', customer: 'customerList', none: 'noList' } as const;

async function beginRound(
  tx: Database,
  { alarmId, at }: Moment,
  begun: Omit<Round, 'nextStep' | 'led'>,
): Promise<Round> {
  const { plan, round, roundCause: cause } = begun;
  const party = customerOfPlan(plan);
  await recordAlarmEvent(tx, {
    ...{ alarmId, event: 'notificationStarted', at, result: resultOfList[plan.source.kind] },
    ...(party !== null && { party }),
    why: { round, skipped: [], cause },
  });
  return { ...begun, nextStep: 0, led: { cause: 'first' } };
}

/** A list may also end with its beginning, or with those who are told at the same time. */
const endedBy = (led: Round['led']): Round['led'] =>
  led.cause === 'first' || led.cause === 'together' ? {} : led;

/**
 * Whether somebody took the place of a receiver who went off the list during the round: they were not told in it, however
 * often the list begins anew.
 */
const hasNewReceivers = (list: EffectiveList, { receivers }: Plan): boolean =>
  receivers.some(({ skipped }) => skipped === 'offList') &&
  toldInOrder(list).some((one) => receivers.every(({ receiverId }) => receiverId !== one.receiverId));

type Signalled = Pick<AlarmRecord, 'receivedAt' | 'lastSignalAt'>;

/** Ends a round that nobody has ended by taking the alarm: the list begins again after its pause, or the chain ends. */
export async function endRound(
  tx: Database,
  { alarmId, at }: Moment,
  { plan, round, repeated, led }: Round,
  { receivedAt, lastSignalAt, skipped, list }: Signalled & { skipped: Skipped[]; list: EffectiveList },
): Promise<void> {
  const outcome = reachesNobodyNow(plan) ? 'nobody' : 'exhausted';
  const since = Math.max(receivedAt.getTime(), lastSignalAt.getTime());
  const pause = hasNewReceivers(list, plan)
    ? 0
    : pauseAfterRound(plan, { repeated, ageMs: at.getTime() - since });
  if (pause === null) await endChain(tx, alarmId, { outcome, at });
  else await saveChain(tx, alarmId, { state: 'pausing', ...waitFrom(at, pause * 1000) });
  await recordAlarmEvent(tx, {
    ...{ alarmId, event: 'notificationEnded', at, result: outcome },
    why: { round, skipped, ...endedBy(led), ...(pause !== null && { againInSeconds: pause }) },
  });
}
