import { eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { forgetNotes } from '../accounts/consents.ts';
import { alarmShares } from '../alarms/tables.ts';
import { recordAudit } from '../audit/audit.ts';
import { eraseAuditEntries } from '../audit/erase-from-audit.ts';
import { changeDevice } from '../devices/change-device.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { forgetIndoorLocations } from '../devices/indoor-locations.ts';
import { alarmOf, auditEntryOf, commandOf, during, frameOf, type Period, transactionOf } from '../devices/period.ts';
import { deviceAssignments, deviceImages, deviceKnownMacs, deviceNotes, devices } from '../devices/tables.ts';
import { geofences } from '../geofences/tables.ts';
import { forgetMeasurements } from '../measurements/forget-measurements.ts';
import { outbox } from '../messages/tables.ts';
import { eraseTests } from '../notifications/list-tests.ts';
import { notificationAttempts, notificationChains, notificationLists } from '../notifications/tables.ts';
import { personalSettings } from '../settings/personal-settings.ts';

/** Throws `periodRunning` during the period, `openAlarm` while an alarm of the period is not reset. */
export async function requirePeriodOver(tx: Database, period: Period): Promise<void> {
  if (period.running) throw new AppError('periodRunning');
  const open = await queryRows(
    tx,
    sql`select from alarms t where t.devi_id = ${period.deviId} and t.cust_id = ${period.custId}
      and t.state <> 'reset' and ${alarmOf(period)} limit 1`,
  );
  if (open.length > 0) throw new AppError('openAlarm');
}

/**
 * Erases the wearer of a past period: positions, measurements and messages of the device, telephone numbers and notes. Alarms stay
 * with their time and outcome, and consents stay. In the caller's transaction, which holds the device's lock and erased
 * `transactions` rows before taking it.
 */
export async function eraseWearer(
  tx: Database,
  period: Period,
  by: Caller,
  { at, ...before }: { at: Date; transactions: number },
): Promise<void> {
  const { deviId, custId, assignmentId } = period;
  const subject = { kind: 'device' as const, id: deviId };
  const transactions = before.transactions + (await eraseTransactions(tx, period)); // rows received meanwhile
  const alarms = await count(
    tx,
    sql`update alarms t set pos_lati = null, pos_long = null, pos_time = null, pos_type = null, pos_accuracy = null,
      place = null, geofence = null, note = null, handled_by = null, rev = nextval('rev_seq')
      where t.devi_id = ${deviId} and ${alarmOf(period)}`,
  );
  const alarmIds = sql`(select t.alarm_id from alarms t where t.devi_id = ${deviId} and ${alarmOf(period)})`;
  for (const table of [alarmShares, notificationAttempts, notificationChains, outbox])
    await tx.delete(table).where(sql`${table.alarmId} in ${alarmIds}`);
  // What takes the place of a push message belongs to no alarm (`follow-pushed-alarms`), but its tag names one.
  await tx.execute(sql`delete from outbox s using alarms t
    where s.channel = 'push' and s.alarm_id is null and t.devi_id = ${deviId} and ${alarmOf(period)}
      and s.content like '%"tag":"alarm-' || t.alarm_id || '"%'`);
  await eraseTests(tx, assignmentId);
  await tx.execute(
    sql`update alarm_events set party = null, receipt = null, why = null, words = null where alarm_id in ${alarmIds}`,
  );
  await tx.execute(sql`delete from device_settings t where t.devi_id = ${deviId}
    and t.key = any(${sql.param([...personalSettings])}::text[])
    and ${during(sql`coalesce(t.updated_at, t.reported_at)`, period)}`);
  await tx.execute(sql`delete from commands t where t.devi_id = ${deviId} and ${commandOf(period)}`);
  await tx.execute(sql`delete from malformed_frames t
    where ${frameOf(deviId)} and ${during(sql`t.received_at`, period)}`);
  await tx.delete(deviceNotes).where(eq(deviceNotes.assignmentId, assignmentId));
  await forgetMeasurements(tx, assignmentId);
  await forgetNotes(tx, assignmentId);
  await tx.delete(deviceImages).where(eq(deviceImages.assignmentId, assignmentId));
  await tx.delete(notificationLists).where(eq(notificationLists.assignmentId, assignmentId));
  await tx.delete(deviceKnownMacs).where(eq(deviceKnownMacs.assignmentId, assignmentId));
  await forgetIndoorLocations(tx, assignmentId);
  await tx.delete(geofences).where(eq(geofences.assignmentId, assignmentId));
  const auditEntries = await eraseAuditEntries(
    tx,
    { at, by, subject },
    sql`t.devi_id = ${deviId} and t.action in ('settings.saved', 'settings.kept', 'alarm.reset', 'alarm.reopened', 'device.renamed')
      and ${auditEntryOf(period, alarmIds)}`,
  );
  await tx.update(deviceAssignments).set({ erasedAt: at }).where(eq(deviceAssignments.assignmentId, assignmentId));
  const after = { assignmentId, transactions, alarms, auditEntries };
  await recordAudit(tx, { action: 'personalData.erased', at, by, custId, subject, after });
}

/**
 * Deletes one month at a time, so that years of positions stay below the statement timeout. Returns the number of
 * deleted transactions.
 */
export async function eraseTransactions(tx: Database, period: Period): Promise<number> {
  const mine = sql`t.devi_id = ${period.deviId} and ${transactionOf(period)}`;
  const [span] = await queryRows<{ first: string | null; months: number }>(
    tx,
    sql`select min(t.rec_ts)::text as first,
      coalesce(ceil(extract(epoch from max(t.rec_ts) - min(t.rec_ts)) / 2592000), 0)::int as months
      from transactions t where ${mine}`,
  );
  if (!span || span.first === null) return 0;
  let erased = 0;
  for (let month = 0; month <= span.months; month++) {
    const from = sql`${span.first}::timestamptz + ${month} * interval '30 days'`;
    erased += await count(
      tx,
      sql`delete from transactions t where ${mine} and t.rec_ts >= ${from} and t.rec_ts < ${from} + interval '30 days'`,
    );
  }
  return erased;
}

/** Rows in one statement: short, so that no alarm waits for it on a database with one connection. */
export const atOnce = 1000;

/**
 * Deletes rows of a period that were received before a time, the oldest first, at most `atOnce`; none while the device has
 * an open alarm. Returns how many; fewer than `atOnce`: no more are left.
 */
export async function eraseOldTransactions(db: Database, period: Period, before: SQL): Promise<number> {
  return count(
    db,
    sql`delete from transactions t using (
        select t.rec_ts, t.tran_id from transactions t
        where t.devi_id = ${period.deviId} and ${transactionOf(period)} and t.rec_ts < ${before}
          and not exists (select from alarms o where o.devi_id = ${period.deviId} and o.state <> 'reset')
        order by t.rec_ts limit ${atOnce}
      ) old where t.devi_id = ${period.deviId} and t.rec_ts = old.rec_ts and t.tran_id = old.tran_id`,
  );
}

async function count(tx: Database, statement: SQL): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    tx,
    sql`with changed as (${statement} returning 1) select count(*)::int as count from changed`,
  );
  return row?.count ?? 0;
}

/** Resets the name of the device to its serial number, and returns the row. */
export async function nameBySerial(tx: Database, deviId: number): Promise<DeviceRecord> {
  return changeDevice(tx, deviId, { deviceName: sql`${devices.deviceSerialNumber}` });
}
