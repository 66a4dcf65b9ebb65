import { eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { handlesAlarmsOf, isActiveUser } from '../accounts/alarm-handlers.ts';
import type { StoredBrowser } from '../accounts/push-browsers.ts';
import { pushBrowsers } from '../accounts/tables.ts';
import type { OutboxMessage } from '../messages/outbox.ts';

export type PushReceiver = Pick<StoredBrowser, 'browserId' | 'endpoint' | 'p256dh' | 'auth'>;

/**
 * The browser that a message goes to; undefined when there is none any more, and when its user can no longer log in, or
 * handle the alarm.
 */
export async function findPushReceiver(
  db: Database,
  { messageId }: OutboxMessage,
  at: Date,
): Promise<PushReceiver | undefined> {
  const [receiver] = await queryRows<PushReceiver>(
    db,
    sql`select b.browser_id as "browserId", b.endpoint, b.p256dh, b.auth
      from outbox m join push_browsers b on b.browser_id = m.browser_id join users u on u.user_id = b.user_id
      left join alarms a on a.alarm_id = m.alarm_id left join customers c on c.cust_id = a.cust_id
      where m.message_id = ${messageId} and ${isActiveUser(at)} and (a.alarm_id is null or ${handlesAlarmsOf(sql`c.path`)})`,
  );
  return receiver;
}

/**
 * The browser is about to show the alarm of a message, if it has one, as an alarm that nobody has. Recorded before it is
 * sent: when the answer of the push service is lost, the browser may show it. False when it was removed meanwhile.
 */
export async function recordShown(
  tx: Database,
  { alarmId }: OutboxMessage,
  { browserId }: PushReceiver,
): Promise<boolean> {
  if (alarmId === null) return true;
  const shown = await queryRows(
    tx,
    sql`insert into pushed_alarms (browser_id, alarm_id)
      select b.browser_id, a.alarm_id from push_browsers b, alarms a
      where b.browser_id = ${browserId} and a.alarm_id = ${alarmId} for key share of b
      on conflict (alarm_id, browser_id) do update set taken_at = null returning browser_id`,
  );
  return shown.length > 0;
}

/** A browser has got a message. */
export async function recordSent(db: Database, { browserId }: PushReceiver, lastSentAt: Date): Promise<void> {
  await db.update(pushBrowsers).set({ lastSentAt }).where(eq(pushBrowsers.browserId, browserId));
}
