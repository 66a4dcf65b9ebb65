import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** From when to when somebody wore a device, as the database writes times: `-infinity` and `infinity` where it is open. */
export interface Period {
  assignmentId: number;
  deviId: number;
  custId: number;
  begins: string;
  ends: string;
  running: boolean;
}

/** Whether a moment is within the period: its beginning belongs to it, its end to the next one. */
export const during = (time: SQLWrapper, { begins, ends }: Period): SQL =>
  sql`(${time} >= ${begins}::timestamptz and ${time} < ${ends}::timestamptz)`;

/** When a transaction `t` happened that names no assignment. */
const transactionTime = sql`(case when t.historical then least(t.rec_ts, t.device_time) else t.rec_ts end)`;

/**
 * Whether a transaction `t` belongs to the period. The reception alone is in the index: it is earlier than the beginning
 * only when the server's clock was set back meanwhile.
 */
export const transactionOf = (period: Period): SQL =>
  sql`(t.rec_ts >= ${period.begins}::timestamptz - interval '1 day'
    and coalesce(t.assignment_id = ${period.assignmentId}, ${during(transactionTime, period)}))`;

/** Whether an alarm `t` belongs to the period, at whichever customer it was raised. */
export const alarmOf = (period: Period): SQL =>
  sql`coalesce(t.assignment_id = ${period.assignmentId}, ${during(sql`least(t.happened_at, t.received_at)`, period)})`;

/** Whether an audit entry `t` belongs to the period, whose alarms these are: a late alarm is handled when it is over. */
export const auditEntryOf = (period: Period, alarmIds: SQL): SQL =>
  sql`(case when t.content::jsonb ->> 'subject' = 'alarm' then (t.content::jsonb ->> 'subjectId')::integer in ${alarmIds}
    else ${during(sql`to_timestamp(t.at / 1000.0)`, period)} end)`;

/** Whether a malformed frame `t` came under an identity of the device. */
export const frameOf = (deviId: number): SQL =>
  sql`exists (select from device_identities i
    where i.devi_id = ${deviId} and i.protocol = t.protocol and i.identity = t.identity)`;
