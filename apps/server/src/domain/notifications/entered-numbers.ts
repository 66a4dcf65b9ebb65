import { sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { isStranger, waitingAmong } from './confirmed-numbers.ts';

const dayMs = 86_400_000;
/**
 * Numbers that wait to be confirmed and that one account, and one organisation, may enter in a day: as many as are asked
 * (`ask-to-confirm.ts`). An organisation that somebody has approved may share the numbers of an alarm centre with others.
 */
const most = { ofStranger: 20, ofApproved: 200 };

interface Entered {
  /** Of the list. */
  custId: number;
  numbers: readonly string[];
  userId: number;
  at: Date;
}

/** Anybody can enter any numbers: throws `tooManyNumbers` when these are too many of a day. After they were saved, in their transaction. */
export async function countEnteredNumbers(tx: Database, { custId, numbers, userId, at }: Entered): Promise<void> {
  const waiting = [...(await waitingAmong(tx, custId, numbers))];
  if (waiting.length === 0) return;
  const [now, since] = [at, new Date(at.getTime() - dayMs)].map((time) => sql`${time.toISOString()}::timestamptz`);
  // Those who enter others at the same time are counted too.
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.enteredNumbers}, cust_id)
    from customers where cust_id = (select organisation_of(c.path) from customers c where c.cust_id = ${custId})`);
  const fresh = await queryRows(
    tx,
    sql`update confirmed_numbers n set entered_at = ${now}, entered_by = ${userId} from customers c
      where c.cust_id = ${custId} and n.cust_id = organisation_of(c.path) and n.entered_at is null
        and n.number = any (${sql.param(waiting)}::text[]) returning n.number`,
  );
  if (fresh.length === 0) return;
  const [count] = await queryRows<{ ofCustomer: number; ofAccount: number; isStranger: boolean }>(
    tx,
    sql`select count(*) filter (where n.cust_id = organisation_of(c.path))::int as "ofCustomer",
        count(*) filter (where n.entered_by = ${userId})::int as "ofAccount", ${isStranger(sql`c.path`)} as "isStranger"
      from customers c join confirmed_numbers n on n.cust_id = organisation_of(c.path) or n.entered_by = ${userId}
      where c.cust_id = ${custId} and n.entered_at > ${since} and n.entered_at <= ${now}
      group by c.cust_id`,
  );
  if (count === undefined) return;
  const allowed = count.isStranger ? most.ofStranger : most.ofApproved;
  if (Math.max(count.ofCustomer, count.ofAccount) > allowed) throw new AppError('tooManyNumbers');
}
