import { insertRows } from '#platform/database/column-arrays.ts';
import type { Database } from '#platform/database/database.ts';
import { malformedFrames } from './tables.ts';

type MalformedFrame = Omit<typeof malformedFrames.$inferSelect, 'malformedId'>;

/** Stores rejected frames for the administrator. */
export function recordMalformed(db: Database, frames: readonly MalformedFrame[]): Promise<void> {
  return insertRows(db, malformedFrames, frames);
}
