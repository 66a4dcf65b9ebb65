import { timeZoneOf } from '@varde/catalogue/markets';
import type { Database } from '#platform/database/database.ts';
import { type Chain, saveChain, waitFrom } from '../../notifications/chains.ts';
import { type EffectiveList, toldInOrder } from '../../notifications/lists.ts';
import { customerOfPlan, type Plan, planOf, reachesNobodyNow, type Why } from '../../notifications/plan.ts';
import { recordAlarmEvent } from '../alarm-events.ts';
import type { AlarmWithNames } from '../alarms.ts';

/** One pass through a list. */
export interface Round extends Pick<Chain, 'round' | 'repeated' | 'nextStep' | 'startedAt' | 'roundCause'> {
  plan: Plan;
  /** What led to the step that is due. */
  led: Pick<Why, 'cause' | 'waitedSeconds'>;
}

export interface Moment {
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

/** The chain waits after a receiver who was told, until the wait is over or somebody ends it; or nobody waits for that one. */
function ledTo({ stepCause, nextStep }: Chain, { receivers }: Plan): Round['led'] {
  if (stepCause !== null) return { cause: stepCause };
  const waitedSeconds = receivers[nextStep - 1]?.waitSeconds ?? 0;
  return waitedSeconds > 0 ? { cause: 'waited', waitedSeconds } : { cause: 'together' };
}

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
