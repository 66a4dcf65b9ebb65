import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { AlarmRecord } from './present-alarm.ts';

/**
 * Whether the wearer of the alarm has withdrawn the consent to be located: what was said last about the device, or about
 * the other one of a pair that is still theirs.
 */
export async function hasWithdrawn(
  tx: Database,
  { deviId, custId, assignmentId }: Pick<AlarmRecord, 'deviId' | 'custId' | 'assignmentId'>,
): Promise<boolean> {
  const [latest] = await queryRows<{ state: string }>(
    tx,
    sql`with worn as (select assignment_id, ends_at from device_assignments where assignment_id =
        coalesce(${assignmentId}::int, (select assignment_id from device_assignments
          where devi_id = ${deviId} and cust_id = ${custId} and ends_at is null)))
      select state from consents where kind = 'positions' and assignment_id in (
        select assignment_id from worn
        union all
        select a.assignment_id from worn join devices d on d.devi_id = ${deviId}
        join device_assignments a on a.devi_id = d.twin_device
        where worn.ends_at is null and a.ends_at is null)
      order by said_at desc, recorded_at desc, consent_id desc limit 1`,
  );
  return latest?.state === 'withdrawn';
}
