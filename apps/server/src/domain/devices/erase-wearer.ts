import { vocabulary } from '@varde/catalogue/settings/vocabulary';
import { eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import { type Database, queryRows } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { forgetNotes } from '../accounts/consents.ts';
import { recordAudit } from '../audit/audit.ts';
import { eraseAuditEntries } from '../audit/erase-from-audit.ts';
import type { DeviceRecord } from './device-row.ts';
import { alarmOf, auditEntryOf, during, frameOf, type Period, transactionOf } from './period.ts';
import { deviceAssignments, devices } from './tables.ts';

/** Settings that hold somebody's number or words. */
const personalSettings = vocabulary
  .filter(({ kind }) => kind === 'phone' || kind === 'text')
  .map(({ key }) => key);

/** Throws `periodRunning` while the device is worn, `openAlarm` while an alarm of the time is not reset. */
export async function requireOver(tx: Database, period: Period): Promise<void> {
  if (period.running) throw new AppError('periodRunning');
  const open = await queryRows(
    tx,
    sql`select from alarms t where t.devi_id = ${period.deviId} and t.cust_id = ${period.custId}
      and t.state <> 'reset' and ${alarmOf(period)} limit 1`,
  );
  if (open.length > 0) throw new AppError('openAlarm');
}

/**
 * Forgets who wore a device for a time that is over: where they were and what the device said, whom it called, what was
 * noted. That there was an alarm, when, and what became of it stays, and that they consented. In the caller's
 * transaction, which holds the device's lock and has erased so many `transactions` before it took it.
 */
export async function eraseWearer(
  tx: Database,
  period: Period,
  by: Caller,
  { at, ...before }: { at: Date; transactions: number },
): Promise<void> {
  const { deviId, custId, assignmentId } = period;
  const subject = { kind: 'device' as const, id: deviId };
  const transactions = before.transactions + (await eraseTransactions(tx, period)); // what came in meanwhile
  const alarms = await count(
    tx,
    sql`update alarms t set pos_lati = null, pos_long = null, pos_time = null, pos_type = null, pos_accuracy = null,
      place = null, note = null, handled_by = null, rev = nextval('rev_seq')
      where t.devi_id = ${deviId} and ${alarmOf(period)}`,
  );
  await tx.execute(sql`delete from device_settings t where t.devi_id = ${deviId}
    and t.key = any(${sql.param(personalSettings)}::text[])
    and ${during(sql`coalesce(t.updated_at, t.reported_at)`, period)}`);
  await tx.execute(
    sql`delete from commands t where t.devi_id = ${deviId} and ${during(sql`t.created_at`, period)}`,
  );
  await tx.execute(sql`delete from malformed_frames t
    where ${frameOf(deviId)} and ${during(sql`t.received_at`, period)}`);
  await forgetNotes(tx, assignmentId);
  const alarmIds = sql`(select t.alarm_id from alarms t where t.devi_id = ${deviId} and ${alarmOf(period)})`;
  const auditEntries = await eraseAuditEntries(
    tx,
    { at, by, subject },
    sql`t.devi_id = ${deviId} and t.action in ('settings.saved', 'alarm.reset')
      and ${auditEntryOf(period, alarmIds)}`,
  );
  await tx
    .update(deviceAssignments)
    .set({ erasedAt: at })
    .where(eq(deviceAssignments.assignmentId, assignmentId));
  const after = { assignmentId, transactions, alarms, auditEntries };
  await recordAudit(tx, { action: 'personalData.erased', at, by, custId, subject, after });
}

/**
 * Years of positions go a month at a time: no statement reaches the statement timeout. Returns how many
 * transactions went.
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

async function count(tx: Database, statement: SQL): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    tx,
    sql`with changed as (${statement} returning 1) select count(*)::int as count from changed`,
  );
  return row?.count ?? 0;
}

/** Resets the name of the device to its serial number, and returns the row. */
export async function nameBySerial(tx: Database, deviId: number): Promise<DeviceRecord> {
  const [device] = await tx
    .update(devices)
    .set({ deviceName: sql`${devices.deviceSerialNumber}`, rev: sql`nextval('rev_seq')` })
    .where(eq(devices.deviId, deviId))
    .returning();
  if (device === undefined) throw new Error(`device ${deviId} is gone while it is locked`);
  return device;
}
