import { alarmEventNumber, alarmEventOf, notificationResult } from '@varde/catalogue/alarm-events';
import type { MessageState } from '@varde/catalogue/message-states';
import type { AlarmAnalysis, AlarmEvent } from '@varde/contract/alarms';
import { and, asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { attemptsOf } from '../notifications/attempts.ts';
import { partyOf } from '../notifications/chains.ts';
import { presentWhy } from '../notifications/plan.ts';
import { resultsOf } from '../web-hooks/results.ts';
import { receiverEventsOf } from './alarm-events.ts';
import { nameOf, seenAlarms } from './alarms.ts';
import { messagesOfShares, shareOf } from './messages-of-shares.ts';
import { alarmEvents, alarms } from './tables.ts';

type Raised = Pick<
  typeof alarms.$inferSelect,
  'alarmId' | 'custId' | 'deviId' | 'metyId' | 'state' | 'tranId' | 'code' | 'happenedAt' | 'receivedAt'
>;

/** An alarm with its timeline; `custId`: its customer. */
export type AnalysedAlarm = Omit<AlarmAnalysis, 'mayShare'> & Pick<Raised, 'custId'>;

/**
 * The timelines of the alarms that a transaction raised or signalled again, if the caller may see them: stored events,
 * and events derived from the alarm, its signals, its notifications and its web hooks. The oldest event comes first.
 */
export async function analyseTransaction(db: Database, caller: Caller, tranId: number): Promise<AnalysedAlarm[]> {
  const { alarmId, custId, deviId, metyId, state, code, happenedAt, receivedAt } = alarms;
  const raised = await db
    .select({ alarmId, custId, deviId, metyId, state, tranId: alarms.tranId, code, happenedAt, receivedAt })
    .from(alarms)
    .where(and(signalledBy(tranId), seenAlarms(caller)))
    .orderBy(alarmId);
  const ids = raised.map((alarm) => alarm.alarmId);
  if (ids.length === 0) return [];
  const [stored, signals] = [await storedEvents(db, ids), await furtherSignals(db, ids)];
  const attempts = await attemptsAsEvents(db, ids);
  const integrations = await integrationEvents(db, caller, ids);
  // Among events of one moment: a round begins, its receivers are told, it ends, and the alarm centre gets the alarm.
  const isEnd = ({ event: { number } }: EventOfAlarm) => atTheEnd.has(number);
  const [ends, others] = [stored.filter(isEnd), stored.filter((event) => !isEnd(event))];
  const later = Map.groupBy([...others, ...signals, ...attempts, ...integrations, ...ends], (event) => event.alarmId);
  return raised.map((alarm) => ({
    alarmId: alarm.alarmId,
    custId: alarm.custId,
    deviId: alarm.deviId,
    metyId: alarm.metyId,
    state: alarm.state,
    events: [...beginning(alarm), ...(later.get(alarm.alarmId) ?? []).map(({ event }) => event).sort(byTime)],
  }));
}

const atTheEnd: ReadonlySet<number> = new Set([
  alarmEventNumber.notificationEnded,
  alarmEventNumber.escalated,
  alarmEventNumber.alarmCentreCall,
]);

const signalledBy = (tranId: number): SQL =>
  sql`${alarms.alarmId} in (select s.alarm_id from alarm_signals s where s.tran_id = ${tranId}::bigint)`;

const byTime = (a: AlarmEvent, b: AlarmEvent) => a.at - b.at;

function beginning({ code, happenedAt, receivedAt }: Raised): AlarmEvent[] {
  const happened = { ...nobody, at: epoch(happenedAt), until: epoch(happenedAt), result: code };
  const received = { ...nobody, at: epoch(receivedAt), until: epoch(receivedAt) };
  return [numbered(happened, alarmEventNumber.triggered), numbered(received, alarmEventNumber.received)];
}

const nobody = { count: 1, by: null, to: null, party: null, result: null, receipt: null };

/** With the header of its number, or the one in the event itself; 103 without either. */
const numbered = (
  event: Omit<AlarmEvent, 'number' | 'header'>,
  number: number,
  own: number | null = null,
): AlarmEvent => ({ ...event, number, header: own ?? alarmEventOf(number)?.header ?? 103 });

interface EventOfAlarm {
  alarmId: number;
  event: AlarmEvent;
}

async function storedEvents(db: Database, ids: readonly number[]): Promise<EventOfAlarm[]> {
  const rows = await db
    .select({ stored: alarmEvents, byName: nameOf(alarmEvents.userId), toName: nameOf(alarmEvents.toUserId) })
    .from(alarmEvents)
    .where(inArray(alarmEvents.alarmId, [...ids]))
    .orderBy(asc(alarmEvents.at), asc(alarmEvents.eventId));
  const messages = await messagesOfShares(db, ids);
  return rows.map(({ stored, byName, toName }) => {
    const { alarmId, number, header, userId, toUserId, party, result, receipt, why, words } = stored;
    const at = epoch(stored.at);
    const [by, to] = [personOf(userId, byName), personOf(toUserId, toName)];
    const message = number === alarmEventNumber.shared && messages.get(shareOf(alarmId, party, at));
    const event = {
      ...{ at, until: at, count: 1, by, to, party, result, receipt, ...message },
      ...(why && { why: presentWhy(why) }),
      ...(words !== null && { words }),
    };
    return { alarmId, event: numbered(event, number, header) };
  });
}

const personOf = (userId: number | null, name: string | null) =>
  userId === null ? null : { userId, name: name ?? '' };

/** Signals after the first, counted between one stored event and the next: a frightened person presses many times. */
async function furtherSignals(db: Database, ids: readonly number[]): Promise<EventOfAlarm[]> {
  const rows = await queryRows<{ alarmId: number; count: number; first: number; last: number }>(
    db,
    sql`select s.alarm_id as "alarmId", count(*)::int as count,
        (extract(epoch from min(s.received_at)) * 1000)::float8 as first,
        (extract(epoch from max(s.received_at)) * 1000)::float8 as last
      from (select distinct s.alarm_id, s.tran_id, s.happened_at, s.received_at from alarm_signals s
          join alarms a on a.alarm_id = s.alarm_id and (a.tran_id, a.happened_at) <> (s.tran_id, s.happened_at)
        where s.alarm_id = any(${sql.param([...ids])}::int[])) s
      left join (select alarm_id, array_agg(at order by at) as times from alarm_events
        where alarm_id = any(${sql.param([...ids])}::int[]) group by alarm_id) e on e.alarm_id = s.alarm_id
      group by s.alarm_id, width_bucket(s.received_at, coalesce(e.times, '{}'))`,
  );
  return rows.map(({ alarmId, count, first, last }) => ({
    alarmId,
    event: numbered({ ...nobody, count, at: Math.trunc(first), until: Math.trunc(last) }, alarmEventNumber.signalled),
  }));
}

/** Whom an alarm was told, with what became of each message so far; `reason`: why it waits or failed. */
async function attemptsAsEvents(db: Database, ids: readonly number[]): Promise<EventOfAlarm[]> {
  const attempts = await attemptsOf(db, ids);
  return attempts.flatMap((attempt) => {
    const { alarmId, at, name, recipient, userId, channel, state, reason, receipt, why, endedAt } = attempt;
    const time = epoch(at);
    const party = partyOf({ name, recipient });
    const result = state === null ? null : notificationResult(channel, state);
    const event = {
      ...{ ...nobody, at: time, until: time, party, result, receipt },
      ...(state !== null && { reach: attempt.reached ? ('reached' as const) : reachIn(state) }),
      ...(endedAt !== null && { endedAt }),
      ...(reason && { reason }),
      ...(why && { why: presentWhy(why) }),
    };
    const { call, header } = receiverEventsOf(userId);
    if (channel !== 'call') return { alarmId, event: numbered(event, alarmEventNumber.notified, header) };
    const told = { alarmId, event: numbered(event, alarmEventNumber[call]) };
    const end = endOfCall(attempt);
    return end === null
      ? told
      : [told, { alarmId, event: numbered({ ...end, party }, alarmEventNumber.callEnd, header) }];
  });
}

const reachIn = (state: MessageState): NonNullable<AlarmEvent['reach']> =>
  hasEnded.has(state) ? 'notReached' : 'underWay';
const hasEnded: ReadonlySet<MessageState> = new Set(['failed', 'givenUp', 'withdrawn']);

/** When an answered call was over, with how long it lasted. */
function endOfCall({ callEndedAt, seconds }: { callEndedAt: Date | null; seconds: number | null }) {
  if (callEndedAt === null) return null;
  const at = epoch(callEndedAt);
  return { ...nobody, at, until: at, result: seconds === null ? null : `${seconds} s` };
}

/**
 * The web hooks that heard of these alarms. Whose they are and where they lead is for those who may see them: a customer
 * above, or an alarm centre, may have them.
 */
async function integrationEvents(db: Database, caller: Caller, ids: readonly number[]): Promise<EventOfAlarm[]> {
  const results = await resultsOf(db, ids);
  return results.map(({ result, firmName, waitsFor }) => {
    const { alarmId, custId, deliveryId, host, event: told, number, status } = result;
    const may = caller.may('DEFAULT_SETTINGS_INTEGRATION', custId);
    const answer = status === null ? null : `HTTP ${status}`;
    const reason = may ? (result.reason ?? waitsFor) : null;
    const event = {
      ...{ ...nobody, at: epoch(result.at), until: epoch(result.at) },
      party: may ? [firmName, host].filter(Boolean).join(', ') : null,
      result: number === alarmEventNumber.integrationAttempt ? told : answer,
      receipt: `varde-${deliveryId}`,
      ...(reason && { reason }),
    };
    return { alarmId, event: numbered(event, number) };
  });
}
