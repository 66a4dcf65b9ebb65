import { sql } from 'drizzle-orm';
import { insertRows } from '#platform/database/column-arrays.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { malformedFrames } from './tables.ts';

type MalformedFrame = Omit<typeof malformedFrames.$inferSelect, 'malformedId' | 'repeats'>;

/** Stores rejected frames for the administrator. */
export function recordMalformed(db: Database, frames: readonly MalformedFrame[]): Promise<void> {
  return insertRows(db, malformedFrames, frames);
}

/** Counts one more at the last record of its sender. False: there is none of the hour before it. */
export async function countMalformed(
  db: Database,
  { protocol, identity, reason, receivedAt }: MalformedFrame,
): Promise<boolean> {
  const counted = await queryRows(
    db,
    sql`update malformed_frames set repeats = repeats + 1
      where malformed_id = (select max(malformed_id) from malformed_frames
        where protocol = ${protocol} and identity is not distinct from ${identity} and reason = ${reason}
          and received_at > ${receivedAt}::timestamptz - interval '1 hour')
      returning malformed_id`,
  );
  return counted.length > 0;
}
