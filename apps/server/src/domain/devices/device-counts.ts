import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';

/** Makes one row for each customer of the many that changes have left. What is read beside it is the same sum. */
export async function mergeDeviceCounts(db: Database): Promise<void> {
  await db.execute(sql`with merged as (delete from device_counts returning cust_id, entries)
    insert into device_counts (cust_id, entries)
    select cust_id, sum(entries) from merged group by cust_id having sum(entries) <> 0`);
}
