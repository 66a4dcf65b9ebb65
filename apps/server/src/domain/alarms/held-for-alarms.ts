import { sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { idsNamed, prepared } from '#platform/database/prepared.ts';

/**
 * Those of these devices whose alarms would wait for another transaction: it holds their customer or their assignment, to
 * which an alarm refers, or the chain by which an open alarm is told. What is free is locked until the transaction ends.
 * The caller holds the locks of the devices and of their open alarms.
 */
export async function heldForAlarms(tx: Database, deviIds: readonly number[]): Promise<Set<number>> {
  if (deviIds.length === 0) return new Set();
  const [found] = await lockFree(tx, { deviIds });
  return new Set(found?.busy);
}

const lockFree = prepared<{ busy: number[] }>(
  'lock_for_alarms',
  sql`with its as materialized (select d.devi_id, d.cust_id, a.assignment_id
        from devices d join device_assignments a on a.devi_id = d.devi_id and a.ends_at is null
        where d.devi_id = any(${idsNamed('deviIds')})),
      told as materialized (select a.devi_id, c.alarm_id from alarms a join notification_chains c using (alarm_id)
        where a.devi_id = any(${idsNamed('deviIds')}) and a.state <> 'reset'),
      free_customers as materialized (select cust_id from customers
        where cust_id = any(array(select cust_id from its)) for key share skip locked),
      free_assignments as materialized (select assignment_id from device_assignments
        where assignment_id = any(array(select assignment_id from its)) for key share skip locked),
      free_chains as materialized (select alarm_id from notification_chains
        where alarm_id = any(array(select alarm_id from told)) order by alarm_id for no key update skip locked)
    select array(select devi_id from its where cust_id not in (select cust_id from free_customers)
        or assignment_id not in (select assignment_id from free_assignments)
      union select devi_id from told where alarm_id not in (select alarm_id from free_chains)) as busy`,
);
