import type { AccessPoint } from '@varde/catalogue/report';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';

/** Messages read of one scan: a device that is asked reports every 20 seconds, for three minutes at the most. */
const most = 50;

/** The messages with access points that a device sent in a span of time, Unix milliseconds; oldest first. */
export function messagesSince(
  db: Database,
  of: { deviId: number; assignmentId: number; begin: number; end: number },
): Promise<{ accessPoints: AccessPoint[]; receivedAt: number }[]> {
  return queryRows(
    db,
    sql`select detail -> 'accessPoints' as "accessPoints", (extract(epoch from rec_ts) * 1000)::float8 as "receivedAt"
      from transactions
      where devi_id = ${of.deviId} and assignment_id = ${of.assignmentId} and not historical
        and rec_ts >= to_timestamp(${of.begin}::float8 / 1000) and rec_ts <= to_timestamp(${of.end}::float8 / 1000)
        and jsonb_typeof(detail -> 'accessPoints') = 'array'
      order by rec_ts, tran_id limit ${most}`,
  );
}
