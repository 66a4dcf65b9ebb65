import { type SQL, sql } from 'drizzle-orm';

/** So long after somebody has taken an alarm its wearer is still told. */
export const wearerWorthMs = 5 * 60_000;

const time = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Somebody has the alarm `a`, and took it lately. A time far in the future is that of a clock that was set back. */
export const isLatelyTaken = (now: number): SQL =>
  sql`(a.state = 'claimed' and a.handed_over_by is null
    and a.claimed_at > ${time(now - wearerWorthMs)} and a.claimed_at < ${time(now + wearerWorthMs)})`;

/** The message `w` tells of whoever took the alarm `a` last. */
export const isSameTaker = sql`(w.taken_by is not distinct from a.claimed_by
  and w.taken_attempt is not distinct from a.claimed_attempt)`;
export const isSameTake = sql`(${isSameTaker} and w.taken_at is not distinct from a.claimed_at)`;

/** The command tells a wearer of a take that is over, or too old. */
export const isOverForWearer = (commandId: SQL, now: number): SQL =>
  sql`exists (select from wearer_messages w join alarms a on a.alarm_id = w.alarm_id
    where w.command_id = ${commandId} and not (${isSameTake} and ${isLatelyTaken(now)}))`;
