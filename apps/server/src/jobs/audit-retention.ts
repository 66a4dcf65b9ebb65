import { sql } from 'drizzle-orm';
import { noActor, recordAudit } from '#platform/audit.ts';
import { type Database, queryRows } from '#platform/database.ts';
import { deleteOld } from './delete-old.ts';
import { dayMs, type Job } from './job.ts';

/** Entries go week by week: each removal leaves an entry that stays. */
const weekMs = 7 * dayMs;

/**
 * Removes the content of audit entries at the end of their time: their customer's, or the nearest's above that says one.
 * The chain keeps their hashes, and an entry that says until when they went, without which the database refuses.
 */
export const auditRetention: Job = {
  name: 'audit-retention',
  everySeconds: 86_400,
  run: async ({ db, clock, cautiousNow, retention }) => {
    const now = await cautiousNow();
    for (const { custId, days, oldest } of await oldestEntries(db, retention.auditDays)) {
      const before = Math.floor((now - days * dayMs) / weekMs) * weekMs;
      if (oldest >= before) continue;
      await recordAudit(db, {
        action: 'audit.removed',
        at: new Date(clock.now()),
        by: noActor,
        custId,
        after: { before, days },
      });
      await deleteOld(
        db,
        sql`audit_entries`,
        sql`cust_id is not distinct from ${custId}::int and at < ${before}::bigint and action <> 'audit.removed'`,
      );
    }
  },
};

/** Each customer that has entries, and the installation itself, with how long they are kept and from when the first is. */
async function oldestEntries(db: Database, installationDays: number) {
  const rows = await queryRows<{ custId: number | null; days: number; oldest: number | string }>(
    db,
    sql`select e.cust_id as "custId", min(e.at) as oldest, coalesce((
          select a.audit_days from customers c join customers a on a.cust_id = any(c.path)
          where c.cust_id = e.cust_id and a.audit_days is not null
          order by cardinality(a.path) desc limit 1
        ), ${installationDays}::int) as days
      from audit_entries e where e.action <> 'audit.removed' group by e.cust_id`,
  );
  return rows.map((row) => ({ ...row, oldest: Number(row.oldest) }));
}
