import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * A period in which somebody wore a device, in the database's notation: `-infinity` and `infinity` where it is open.
 */
export interface Period {
  assignmentId: number;
  deviId: number;
  custId: number;
  begins: string;
  ends: string;
  running: boolean;
}

/** Whether a time is within the period: its beginning is inclusive, its end exclusive. */
export const during = (time: SQLWrapper, { begins, ends }: Period): SQL =>
  sql`(${time} >= ${begins}::timestamptz and ${time} < ${ends}::timestamptz)`;

/** Time of a transaction `t` without an assignment. */
const transactionTime = sql`(case when t.historical then least(t.rec_ts, t.device_time) else t.rec_ts end)`;

/**
 * Whether a transaction `t` belongs to the period. Only the time of receipt is indexed: it is before the beginning only
 * if the server's clock was set back.
 */
export const transactionOf = (period: Period): SQL =>
  sql`(t.rec_ts >= ${period.begins}::timestamptz - interval '1 day'
    and coalesce(t.assignment_id = ${period.assignmentId}, ${during(transactionTime, period)}))`;

/** Whether an alarm `t` belongs to the period, at any customer. */
export const alarmOf = (period: Period): SQL =>
  sql`coalesce(t.assignment_id = ${period.assignmentId}, ${during(sql`least(t.happened_at, t.received_at)`, period)})`;

/** Whether a command `t` belongs to the period. A message names its assignment. */
export const commandOf = (period: Period): SQL =>
  sql`coalesce(t.assignment_id = ${period.assignmentId}, ${during(sql`t.created_at`, period)})`;

/** Whether an audit entry `t` belongs to the period with these alarms: a late alarm is handled after it. */
export const auditEntryOf = (period: Period, alarmIds: SQL): SQL =>
  sql`(case when t.content::jsonb ->> 'subject' = 'alarm' then (t.content::jsonb ->> 'subjectId')::integer in ${alarmIds}
    else ${during(sql`to_timestamp(t.at / 1000.0)`, period)} end)`;

/** Whether a malformed frame `t` came with an identity of the device. */
export const frameOf = (deviId: number): SQL =>
  sql`exists (select from device_identities i
    where i.devi_id = ${deviId} and i.protocol = t.protocol and i.identity = t.identity)`;
