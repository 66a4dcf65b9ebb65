import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import type { PlannedReceiver } from './plan.ts';

/**
 * A receiver who had this many messages about alarms within this time gets no repeated ones (decision 0084). A call that no
 * list has (decision 0117) is not counted: it takes nothing away.
 */
export const mostMessages = 20;
export const floodMs = 15 * 60_000;

interface Repeat {
  alarmId: number;
  receiver: Pick<PlannedReceiver, 'userId' | 'mobile' | 'email'>;
  at: Date;
}

/**
 * Whether a receiver has had so many messages about alarms lately that another one about this alarm is held back. Never
 * the first one that may arrive: messages that failed or were withdrawn have told nobody.
 */
export async function hasHadEnough(tx: Database, { alarmId, receiver, at }: Repeat): Promise<boolean> {
  const { userId, mobile, email } = receiver;
  const theirs = sql`(t.recipient in (${mobile}::text, ${email}::text) or t.user_id = ${userId}::int)
    and coalesce(s.state, m.state, t.state) <> 'failed'`;
  const messages = sql`notification_attempts t left join sms_outbox s on s.sms_id = t.sms_id
    left join outbox m on m.mail_id = t.mail_id`;
  const since = new Date(at.getTime() - floodMs).toISOString();
  const [had] = await queryRows<{ enough: boolean }>(
    tx,
    sql`select exists (select from ${messages} where t.alarm_id = ${alarmId} and ${theirs})
      and (select count(distinct (t.alarm_id, t.round, t.step, t.channel)) from ${messages} where ${theirs}
        and not coalesce(t.why ? 'callCause', false) and t.at > ${since}::timestamptz and t.at <= ${at.toISOString()}::timestamptz) >= ${mostMessages} as enough`,
  );
  return had?.enough === true;
}
