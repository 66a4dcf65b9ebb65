import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { unconfirmedAmong } from './confirmed-numbers.ts';
import type { PlannedReceiver } from './plan.ts';

/**
 * A receiver who had this many messages about alarms of an organisation within this time gets no repeated ones about them
 * (decision 0029). A call that no list has (decision 0022) is not counted: it takes nothing away.
 */
export const mostMessages = 20;
export const floodMs = 15 * 60_000;

interface Repeat {
  alarmId: number;
  /** Of the alarm. */
  custId: number;
  receiver: Pick<PlannedReceiver, 'userId' | 'mobile' | 'email'>;
  at: Date;
}

const messages = sql`notification_attempts t left join outbox m on m.message_id = t.message_id`;
/** Messages that failed or were withdrawn have told nobody. */
const mayArrive = sql`coalesce(m.state, t.state) <> 'failed'`;

/**
 * Whether a receiver has had so many messages about alarms lately that another one about this alarm is held back. Never
 * the first one that may arrive. Alarms of other organisations do not count: anybody can put a number on a list.
 */
export async function hasHadEnough(tx: Database, { alarmId, custId, receiver, at }: Repeat): Promise<boolean> {
  const { userId, mobile, email } = receiver;
  const theirs = sql`(t.recipient in (${mobile}::text, ${email}::text) or t.user_id = ${userId}::int) and ${mayArrive}`;
  const since = new Date(at.getTime() - floodMs).toISOString();
  const [had] = await queryRows<{ enough: boolean }>(
    tx,
    sql`select exists (select from ${messages} where t.alarm_id = ${alarmId} and ${theirs})
      and (select count(distinct (t.alarm_id, t.round, t.step, t.channel)) from ${messages}
          join alarms a on a.alarm_id = t.alarm_id join customers c on c.cust_id = a.cust_id
        where ${theirs} and (select organisation_of(mine.path) from customers mine where mine.cust_id = ${custId}) = any (c.path)
          and not coalesce(t.why ? 'callCause', false)
          and t.at > ${since}::timestamptz and t.at <= ${at.toISOString()}::timestamptz) >= ${mostMessages} as enough`,
  );
  return had?.enough === true;
}

/** An alarm that nobody resets is signalled again days later: that is told like a new one. */
const repeatMs = 3_600_000;

/**
 * Whether the number of a receiver was told of this alarm within the hour and gets no more of it now, because nobody has
 * confirmed it for this organisation.
 */
export async function isUnconfirmedRepeat(
  tx: Database,
  { alarmId, custId, receiver: { mobile }, at }: Repeat,
): Promise<boolean> {
  if (mobile === null) return false;
  if (!(await unconfirmedAmong(tx, custId, [mobile])).has(mobile)) return false;
  const since = new Date(at.getTime() - repeatMs).toISOString();
  const told = await queryRows(
    tx,
    sql`select from ${messages} where t.alarm_id = ${alarmId} and t.recipient = ${mobile} and ${mayArrive}
      and t.at > ${since}::timestamptz limit 1`,
  );
  return told.length > 0;
}
