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

/** When what a transaction `t` tells of was: a backlog belongs to the time that it tells of. */
export const transactionTime: SQL = sql`(case when t.historical then least(t.rec_ts, t.device_time) else t.rec_ts end)`;

/** When an alarm `t` was. */
export const alarmTime: SQL = sql`least(t.happened_at, t.received_at)`;
