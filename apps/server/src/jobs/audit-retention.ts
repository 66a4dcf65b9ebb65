import { sql } from 'drizzle-orm';
import { noActor, recordAudit } from '#domain/audit/audit.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { deleteOld } from '#platform/database/delete-old.ts';
import { dayMs, type Job } from './job.ts';

/** Entries are deleted week by week: each removal leaves an entry that stays. */
const weekMs = 7 * dayMs;

/**
 * Removes the content of audit entries after their retention: their customer's, or that of the nearest ancestor that
 * sets one. The chain keeps their hashes, and an entry with the end of the removed period, without which the database
 * refuses.
 */
export const auditRetention: Job = {
  name: 'audit-retention',
  everySeconds: 86_400,
  run: async ({ db, clock, cautiousNow, retention }) => {
    const now = await cautiousNow();
    for (const { custId, days, oldest } of await oldestEntries(db, retention.auditDays)) {
      const before = Math.floor((now - days * dayMs) / weekMs) * weekMs;
      if (oldest >= before) continue;
      await db.transaction(async (tx) => {
        // Of two concurrent processes, the second one waits here, and finds the removal recorded.
        await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.auditRemovals})`);
        if (await isSaid(tx, custId, before)) return;
        const at = new Date(clock.now());
        await recordAudit(tx, { action: 'audit.removed', at, by: noActor, custId, after: { before, days } });
      });
      await deleteOld(
        db,
        sql`audit_entries`,
        sql`cust_id is not distinct from ${custId}::int and at < ${before}::bigint and action <> 'audit.removed'`,
      );
    }
  },
};

/** Whether the removal of this customer's entries before this moment is already recorded. */
async function isSaid(tx: Database, custId: number | null, before: number): Promise<boolean> {
  const said = sql`select from audit_entries where action = 'audit.removed'
    and cust_id is not distinct from ${custId}::int and (content::jsonb #>> '{after,before}')::bigint >= ${before}::bigint limit 1`;
  return (await queryRows(tx, said)).length > 0;
}

/**
 * Each customer that has entries, and the installation itself, with its retention and the time of its first entry.
 * Steps along the index from customer to customer, whatever the number of entries.
 */
async function oldestEntries(db: Database, installationDays: number) {
  const rows = await queryRows<{ custId: number | null; days: number; oldest: number | string }>(
    db,
    sql`with recursive kept as not materialized (select * from audit_entries where action <> 'audit.removed'),
      whose as (
        (select cust_id from kept where cust_id is not null order by cust_id limit 1)
        union all
        select (select k.cust_id from kept k where k.cust_id > w.cust_id order by k.cust_id limit 1)
          from whose w where w.cust_id is not null
      )
      select w.cust_id as "custId", (select k.at from kept k where k.cust_id = w.cust_id order by k.at limit 1) as oldest,
        coalesce((
          select a.audit_days from customers c join customers a on a.cust_id = any(c.path)
          where c.cust_id = w.cust_id and a.audit_days is not null
          order by cardinality(a.path) desc limit 1
        ), ${installationDays}::int) as days
      from whose w where w.cust_id is not null
      union all
      select null, at, ${installationDays}::int
        from (select at from kept where cust_id is null order by at limit 1) own`,
  );
  return rows.map((row) => ({ ...row, oldest: Number(row.oldest) }));
}
