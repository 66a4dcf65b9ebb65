import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { handlesAlarmsOf, isActiveUser } from '../accounts/alarm-handlers.ts';
import { removeGone } from '../accounts/push-browsers.ts';
import { queueMail } from '../messages/queue-mail.ts';
import type { PushReceiver } from './push-receiver.ts';

interface Reader {
  to: string;
  language: string;
}

/**
 * Removes a browser that takes no messages any more, which nobody has done. When it was the last one of its user, and
 * lists tell that user by push, the user is told by mail, and so are those who have changed these lists last, as far as
 * they handle alarms there. In a transaction.
 */
export async function endPush(tx: Database, browser: PushReceiver, at: Date): Promise<void> {
  const [user] = await queryRows<Reader & { userId: number; name: string }>(
    tx,
    sql`select u.user_id as "userId", u.username as to, u.language, concat_ws(' ', u.first_name, u.last_name) as name
      from push_browsers b join users u on u.user_id = b.user_id
      where b.browser_id = ${browser.browserId} for no key update of u`,
  );
  if (user === undefined || !(await removeGone(tx, browser))) return;
  const editors = await editorsOfListsWith(tx, user.userId, at);
  if (editors === null) return;
  const { name, userId: _, ...reader } = user;
  const mail = { at: at.getTime(), template: 'pushEnded' as const };
  await queueMail(tx, { ...mail, ...reader, values: { path: '/profile' } });
  await queueMail(
    tx,
    ...editors.map((editor) => ({ ...mail, template: 'pushOfOtherEnded' as const, ...editor, values: { name } })),
  );
}

/** Others who have changed the lists that tell this user by push; null: there is no such list, or another browser. */
async function editorsOfListsWith(tx: Database, userId: number, at: Date): Promise<Reader[] | null> {
  const lists = await queryRows<Partial<Reader>>(
    tx,
    sql`select distinct u.username as to, u.language from notification_receivers r
      join notification_lists l on l.list_id = r.list_id
      left join devices d on d.devi_id = l.devi_id
      join customers c on c.cust_id = coalesce(l.cust_id, d.cust_id)
      left join users u on u.user_id = l.changed_by and u.user_id <> r.user_id
        and ${isActiveUser(at)} and ${handlesAlarmsOf(sql`c.path`)}
      where r.user_id = ${userId} and 'push' = any (r.channels)
        and not exists (select from push_browsers b where b.user_id = r.user_id)`,
  );
  if (lists.length === 0) return null;
  return lists.flatMap(({ to, language }) => (to && language ? [{ to, language }] : []));
}
