import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import type { PlannedReceiver } from './plan.ts';

/**
 * A receiver who had this many messages about alarms of an organisation within this time gets no repeated ones about them
 * (decision 0084). A call that no list has (decision 0117) is not counted: it takes nothing away.
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

/**
 * Whether a receiver has had so many messages about alarms lately that another one about this alarm is held back. Never
 * the first one that may arrive: messages that failed or were withdrawn have told nobody. Alarms of other organisations do
 * not count: anybody can put a number on a list.
 */
export async function hasHadEnough(
  tx: Database,
  { alarmId, custId, receiver, at }: Repeat,
): Promise<boolean> {
  const { userId, mobile, email } = receiver;
  const theirs = sql`(t.recipient in (${mobile}::text, ${email}::text) or t.user_id = ${userId}::int)
    and coalesce(s.state, m.state, t.state) <> 'failed'`;
  const messages = sql`notification_attempts t left join sms_outbox s on s.sms_id = t.sms_id
    left join outbox m on m.mail_id = t.mail_id`;
  const since = new Date(at.getTime() - floodMs).toISOString();
  const [had] = await queryRows<{ enough: boolean }>(
    tx,
    sql`select exists (select from ${messages} where t.alarm_id = ${alarmId} and ${theirs})
      and (select count(distinct (t.alarm_id, t.round, t.step, t.channel)) from ${messages}
          join alarms a on a.alarm_id = t.alarm_id join customers c on c.cust_id = a.cust_id
        where ${theirs} and ${organisationOf(custId)} = any (c.path)
        and not coalesce(t.why ? 'callCause', false) and t.at > ${since}::timestamptz and t.at <= ${at.toISOString()}::timestamptz) >= ${mostMessages} as enough`,
  );
  return had?.enough === true;
}

/** Of a customer the topmost one above it, or itself, that is no partner: below a partner are organisations that have nothing to do with each other. */
const organisationOf = (custId: number): SQL =>
  sql`coalesce((select o.cust_id from customers own join customers o on o.cust_id = any (own.path) and o.kind <> 'partner'
    where own.cust_id = ${custId} order by array_position(own.path, o.cust_id) limit 1), ${custId})`;
