import { callAlert } from '@varde/catalogue/settings/geofence';
import type { LiveEvent } from '@varde/contract/events';
import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { columnsOf, type JsonRows, jsonText, parseRows } from '#platform/database/json-rows.ts';
import { idsNamed, jsonNamed, prepared } from '#platform/database/prepared.ts';
import { liveAlarmEvents } from './live-alarm-events.ts';
import type { AlarmRecord } from './present-alarm.ts';
import { alarmSignals, alarms } from './tables.ts';

/** The alarms of these devices that are not reset, oldest first, locked until the transaction ends. */
function lockOpenAlarms(tx: Database, deviIds: readonly number[]): Promise<AlarmRecord[]> {
  return tx
    .select()
    .from(alarms)
    .where(and(inArray(alarms.deviId, [...deviIds]), ne(alarms.state, 'reset')))
    .orderBy(alarms.alarmId)
    .for('no key update');
}

/** Alarms locked until the transaction ends, and the devices that have others, which another transaction holds. */
interface LockedAlarms {
  locked: AlarmRecord[];
  busy: Set<number>;
}

/**
 * Locks the alarms of these devices that are not reset, oldest first, as far as no other transaction holds them. The
 * caller holds the locks of the devices: none of their alarms begins or ends meanwhile.
 */
export async function lockFreeAlarms(tx: Database, deviIds: readonly number[]): Promise<LockedAlarms> {
  if (deviIds.length === 0) return { locked: [], busy: new Set() };
  const [found] = await lockFree(tx, { deviIds });
  return { locked: parseRows(alarms, found?.rows ?? null), busy: new Set(found?.busy) };
}

const lockFree = prepared<JsonRows & { busy: number[] }>(
  'lock_alarms',
  sql`with open as materialized (select alarm_id, devi_id from alarms
        where devi_id = any(${idsNamed('deviIds')}) and state <> 'reset'),
      free as materialized (select * from alarms where alarm_id = any(array(select alarm_id from open))
        order by alarm_id for no key update skip locked)
    select (select json_agg(free)::text from free) as rows,
      array(select distinct devi_id from open where alarm_id not in (select alarm_id from free)) as busy`,
);

/** Each bit of each press of an alarm, with its own time, for the history of the alarm. */
export type NewSignal = Omit<typeof alarmSignals.$inferInsert, 'alarmId'>;

/** What an alarm is opened with: the columns that the database does not set, and its signals. */
export interface NewAlarm extends Omit<typeof alarms.$inferInsert, 'alarmId' | 'state' | 'rev'> {
  signals: readonly NewSignal[];
}

/** An alarm that was opened or signalled again, and what tells it from others that are not reset. */
export type SignalledAlarm = Pick<AlarmRecord, 'alarmId' | 'deviId' | 'metyId' | 'custId' | 'assignmentId'>;

/** Opens alarms. Each is told by a call as well where a fence asks for that, or the setting of its wearer's device now. */
export async function openAlarms(tx: Database, fresh: readonly NewAlarm[]): Promise<SignalledAlarm[]> {
  if (fresh.length === 0) return [];
  const rows = fresh.map(({ signals, ...alarm }) => ({
    ...columnsOf(alarms, alarm),
    signals: signals.map(signalOf),
  }));
  return open(tx, { rows: jsonText(rows) });
}

const signalOf = (signal: NewSignal) => columnsOf(alarmSignals, signal);

/**
 * The present assignments of devices whose setting asks that alarms are told by a call as well; for a clone that of its
 * master. The device of a former wearer asks nothing about that wearer.
 */
const asksForCalls = sql`(select a.assignment_id from device_assignments a join devices d using (devi_id)
  join device_settings s on s.devi_id = case d.twin when 'CLONE' then d.twin_device else d.devi_id end
    and s.key = ${callAlert.key} and s.desired = 'true'::jsonb
  where a.ends_at is null) asking`;

const newColumns = sql.raw(
  `devi_id, cust_id, assignment_id, mety_id, code, happened_at, received_at, last_signal_at, signal_count, tran_id,
  tran_source, pos_lati, pos_long, pos_time, pos_type, pos_accuracy, place, geofence`,
);

const signalled = sql`alarm_id as "alarmId", devi_id as "deviId", mety_id as "metyId", cust_id as "custId",
  assignment_id as "assignmentId"`;
const signalColumns = sql`tran_id, code, happened_at, received_at`;
const signalsOfRow = sql`json_populate_recordset(null::alarm_signals, n.signals) s`;

const open = prepared<SignalledAlarm>(
  'open_alarms',
  sql`with opened as (
      insert into alarms (${newColumns}, call_cause)
      select ${newColumns}, coalesce(n.call_cause,
        (select 'device' from ${asksForCalls} where asking.assignment_id = n.assignment_id))
      from json_populate_recordset(null::alarms, ${jsonNamed('rows')}) n
      returning *),
    recorded as (
      insert into alarm_signals (alarm_id, ${signalColumns})
      select o.alarm_id, s.tran_id, s.code, s.happened_at, s.received_at
      from json_to_recordset(${jsonNamed('rows')})
          as n (devi_id int, mety_id int, cust_id int, assignment_id int, signals json)
        join opened o using (devi_id, mety_id, cust_id, assignment_id), ${signalsOfRow})
    select ${signalled} from opened`,
);

/** Gives alarms a new `rev` each, for what they show beside their own row. The caller holds their locks. */
export async function renewRevs(tx: Database, alarmIds: readonly number[]): Promise<void> {
  if (alarmIds.length > 0) await renew(tx, { alarmIds });
}

const renew = prepared(
  'renew_revs_of_alarms',
  sql`update alarms set rev = nextval('rev_seq') where alarm_id = any(${idsNamed('alarmIds')})`,
);

/**
 * Live events of the alarms of these devices that are not reset, with a new `rev` each: what they show of the device has
 * changed. The caller holds the lock of the device that was changed.
 */
export async function openAlarmEvents(tx: Database, deviIds: readonly number[]): Promise<LiveEvent[]> {
  const open = (await lockOpenAlarms(tx, deviIds)).map(({ alarmId }) => alarmId);
  await renewRevs(tx, open);
  return liveAlarmEvents(tx, open);
}

/** Further signals of an alarm that is open or claimed. */
export interface MoreSignals {
  alarmId: number;
  count: number;
  lastSignalAt: Date;
  /** A fence that was left asks for a call. */
  callCause?: 'geofence' | null;
  signals: readonly NewSignal[];
}

/**
 * Counts further signals, and stores them. A claimed alarm is open again, and keeps its last claimant. `lastSignalAt`
 * never decreases, unless the stored value is after `now`, because the clock was set back. An alarm that is not told by
 * calls is from its next round on, when one of these asks for it.
 */
export async function countSignals(tx: Database, more: readonly MoreSignals[], now: number): Promise<SignalledAlarm[]> {
  if (more.length === 0) return [];
  const rows = more.map(({ alarmId, count, lastSignalAt, callCause = null, signals }) => ({
    alarm_id: alarmId,
    call_cause: callCause,
    signal_count: count,
    last_signal_at: lastSignalAt,
    signals: signals.map(signalOf),
  }));
  return count(tx, { rows: jsonText(rows), now: new Date(now).toISOString() });
}

const count = prepared<SignalledAlarm>(
  'count_signals',
  sql`with counted as (
      update alarms set state = 'open', handed_over_by = null, signal_count = alarms.signal_count + n.signal_count,
        last_signal_at = case when alarms.last_signal_at > ${sql.placeholder('now')}::timestamptz then n.last_signal_at
          else greatest(alarms.last_signal_at, n.last_signal_at) end, rev = nextval('rev_seq'),
        call_cause = coalesce(alarms.call_cause, n.call_cause,
          (select 'device' from ${asksForCalls} where asking.assignment_id = alarms.assignment_id))
      from json_populate_recordset(null::alarms, ${jsonNamed('rows')}) n
      where alarms.alarm_id = n.alarm_id
      returning alarms.*),
    recorded as (
      insert into alarm_signals (alarm_id, ${signalColumns})
      select n.alarm_id, s.tran_id, s.code, s.happened_at, s.received_at
      from json_to_recordset(${jsonNamed('rows')}) as n (alarm_id int, signals json), ${signalsOfRow})
    select ${signalled} from counted`,
);
