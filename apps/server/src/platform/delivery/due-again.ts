import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { Delayed } from './outages.ts';

/**
 * Makes messages due that were put off until after this time, unless they were tried, ended or put off since. `now`: Unix
 * milliseconds.
 */
export async function makeDue(
  db: Database,
  { table, id }: { table: SQL; id: SQL },
  delayed: readonly Delayed[],
  now: number,
): Promise<void> {
  if (delayed.length === 0) return;
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  await db.execute(sql`update ${table} t set next_try_at = ${at}
    from unnest(${sql.param(delayed.map((each) => each.id))}::bigint[], ${sql.param(delayed.map(({ tries }) => tries))}::int[]) d (id, tries)
    where t.${id} = d.id and t.tries = d.tries and t.state in ('queued', 'waiting') and t.next_try_at > ${at}`);
}
