import { callAlert } from '@varde/catalogue/settings/geofence';
import type { LiveEvent } from '@varde/contract/events';
import { and, inArray, ne, sql } from 'drizzle-orm';
import { insertRows } from '#platform/column-arrays.ts';
import { type Database, queryRows } from '#platform/database.ts';
import { jsonRows } from '#platform/json-rows.ts';
import { liveAlarmEvents } from './live-alarm-events.ts';
import type { AlarmRecord } from './present-alarm.ts';
import { alarmSignals, alarms } from './tables.ts';

/** The alarms of these devices that are not reset, oldest first, locked until the transaction ends. */
export function lockOpenAlarms(tx: Database, deviIds: readonly number[]): Promise<AlarmRecord[]> {
  return tx
    .select()
    .from(alarms)
    .where(and(inArray(alarms.deviId, [...deviIds]), ne(alarms.state, 'reset')))
    .orderBy(alarms.alarmId)
    .for('no key update');
}

/**
 * Locks the alarms of these devices that are not reset, as far as no other transaction holds them. Returns the devices
 * of the others. The caller holds the locks of the devices: none of their alarms begins or ends meanwhile.
 */
export async function lockFreeAlarms(tx: Database, deviIds: readonly number[]): Promise<Set<number>> {
  if (deviIds.length === 0) return new Set();
  const busy = await queryRows<{ deviId: number }>(
    tx,
    sql`with open as materialized (select alarm_id, devi_id from alarms
          where devi_id = any(${sql.param([...deviIds])}::int[]) and state <> 'reset'),
        free as materialized (select alarm_id from alarms where alarm_id in (select alarm_id from open)
          order by alarm_id for no key update skip locked)
      select distinct devi_id as "deviId" from open where alarm_id not in (select alarm_id from free)`,
  );
  return new Set(busy.map(({ deviId }) => deviId));
}

/** Opens alarms. Each is told by a call as well where a fence asks for that, or the setting of its wearer's device now. */
export async function openAlarms(
  tx: Database,
  fresh: readonly (typeof alarms.$inferInsert)[],
): Promise<void> {
  if (fresh.length === 0) return;
  const asking = await assignmentsAskingForCalls(
    tx,
    fresh.flatMap(({ assignmentId }) => assignmentId ?? []),
  );
  await tx.insert(alarms).values(
    fresh.map((alarm) => {
      const asked = alarm.assignmentId != null && asking.has(alarm.assignmentId) ? 'device' : null;
      return { ...alarm, callCause: alarm.callCause ?? asked };
    }),
  );
}

/** One question for all: as a part of the rows of an insert it is planned for each of them. */
async function assignmentsAskingForCalls(
  tx: Database,
  assignmentIds: readonly number[],
): Promise<Set<number>> {
  const rows = await queryRows<{ assignmentId: number }>(
    tx,
    sql`select assignment_id as "assignmentId" from ${asksForCalls}
      where assignment_id = any(${sql.param([...assignmentIds])}::int[])`,
  );
  return new Set(rows.map(({ assignmentId }) => assignmentId));
}

/**
 * The present assignments of devices whose setting asks that alarms are told by a call as well; for a clone that of its
 * master. The device of a former wearer asks nothing about that wearer.
 */
const asksForCalls = sql`(select a.assignment_id from device_assignments a join devices d using (devi_id)
  join device_settings s on s.devi_id = case d.twin when 'CLONE' then d.twin_device else d.devi_id end
    and s.key = ${callAlert.key} and s.desired = 'true'::jsonb
  where a.ends_at is null) asking`;

/** Gives alarms a new `rev` each, for what they show beside their own row. The caller holds their locks. */
export async function renewRevs(tx: Database, alarmIds: readonly number[]): Promise<void> {
  if (alarmIds.length === 0) return;
  await tx
    .update(alarms)
    .set({ rev: sql`nextval('rev_seq')` })
    .where(inArray(alarms.alarmId, [...alarmIds]));
}

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
}

/**
 * Counts further signals. A claimed alarm is open again, and keeps its last claimant. `lastSignalAt` never decreases,
 * unless the stored value is after `now`, because the clock was set back. An alarm that is not told by calls is from its
 * next round on, when one of these asks for it.
 */
export async function countSignals(tx: Database, more: readonly MoreSignals[], now: number): Promise<void> {
  if (more.length === 0) return;
  const rows = more.map(({ alarmId, count, lastSignalAt, callCause = null }) => ({
    alarm_id: alarmId,
    call_cause: callCause,
    signal_count: count,
    last_signal_at: lastSignalAt,
  }));
  const wallTime = new Date(now).toISOString();
  await tx.execute(sql`
    update alarms set state = 'open', handed_over_by = null, signal_count = alarms.signal_count + n.signal_count,
      last_signal_at = case when alarms.last_signal_at > ${wallTime}::timestamptz then n.last_signal_at
        else greatest(alarms.last_signal_at, n.last_signal_at) end, rev = nextval('rev_seq'),
      call_cause = coalesce(alarms.call_cause, n.call_cause,
        (select 'device' from ${asksForCalls} where asking.assignment_id = alarms.assignment_id))
    from json_populate_recordset(null::alarms, ${jsonRows(rows)}) n
    where alarms.alarm_id = n.alarm_id`);
}

/** Stores each signal, with its own time, for the alarm's history. */
export function recordSignals(
  tx: Database,
  signals: readonly (typeof alarmSignals.$inferInsert)[],
): Promise<void> {
  return insertRows(tx, alarmSignals, signals);
}
