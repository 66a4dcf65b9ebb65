import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';

/**
 * Tells the other units of their pairs the name, the status and the wearer's tag of these devices: by them the list
 * finds and sorts a pair as one entry (decision 0016). Call it after a change of one of these, in the transaction that
 * holds the locks of both units.
 */
export async function tellTwins(tx: Database, deviIds: readonly number[]): Promise<void> {
  if (deviIds.length === 0) return;
  const tag = sql`case when told.twin = 'CLONE' then changed.user_tag else told.user_tag end`;
  await tx.execute(sql`update devices told
    set twin_name = changed.device_name, twin_status = changed.status, user_tag = ${tag}
    from devices changed
    where changed.devi_id = any(${sql.param([...deviIds])}::int[]) and told.devi_id = changed.twin_device
      and (told.twin_name, told.twin_status, told.user_tag)
        is distinct from (changed.device_name, changed.status, ${tag})`);
}
