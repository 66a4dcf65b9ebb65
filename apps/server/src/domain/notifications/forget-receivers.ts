import { eq, or, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { notificationLists, notificationReceivers } from './tables.ts';

/**
 * Removes a user, and everybody with these addresses, from all notification lists, and from what was told by them: that somebody was
 * told stays, without name, address and link.
 */
export async function forgetReceivers(
  tx: Database,
  { userId, addresses }: { userId: number; addresses: readonly string[] },
): Promise<void> {
  const mine = sql`any (${sql.param([...addresses])}::text[])`;
  const { mobile, email, listId } = notificationReceivers;
  const hers = or(eq(notificationReceivers.userId, userId), sql`${mobile} = ${mine}`, sql`${email} = ${mine}`);
  // The lists first, as when one is saved, to prevent deadlocks.
  await tx.execute(sql`select from notification_lists where list_id in (
    select ${listId} from ${notificationReceivers} where ${hers}) order by list_id for no key update`);
  const removed = await tx.delete(notificationReceivers).where(hers).returning({ listId });
  const listIds = removed.map((row) => row.listId);
  await tx
    .update(notificationLists)
    .set({ rev: sql`nextval('rev_seq')` })
    .where(sql`${notificationLists.listId} = any (${sql.param(listIds)}::int[])`);
  await tx.update(notificationLists).set({ changedBy: null }).where(eq(notificationLists.changedBy, userId));
  await tx.execute(sql`delete from confirmed_numbers where number = ${mine}`);
  const told = sql`(t.user_id = ${userId}::int or t.recipient = ${mine})`;
  await tx.execute(sql`update alarm_events e set party = null, words = null from notification_attempts t
    where t.alarm_id = e.alarm_id and ${told} and e.party = t.name || ', ' || t.recipient`);
  await tx.execute(
    // Mail servers repeat the address in what they say.
    sql`update notification_attempts t set recipient = null, name = '', token_hash = null, reason = null,
      receipt = null where ${told}`,
  );
  const planned = sql`((r ->> 'userId')::int = ${userId} or r ->> 'mobile' = ${mine} or r ->> 'email' = ${mine})`;
  const skipped = sql`exists (select from jsonb_array_elements(why -> 'skipped') r where ${planned})`;
  await tx.execute(sql`update notification_attempts set why = jsonb_set(why, '{skipped}', (
      select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(why -> 'skipped') r where ${planned} is not true))
    where ${skipped}`);
  await tx.execute(sql`update alarm_events set why = null where ${skipped}`);
  // Not removed from the plan: the number of the next step counts its receivers.
  await tx.execute(sql`update notification_chains set plan = jsonb_set(plan, '{receivers}', (
      select jsonb_agg(case when ${planned}
        then r || '{"name": "", "mobile": null, "email": null, "channels": []}' else r end order by number)
      from jsonb_array_elements(plan -> 'receivers') with ordinality as e (r, number)))
    where exists (select from jsonb_array_elements(plan -> 'receivers') r where ${planned})`);
}
