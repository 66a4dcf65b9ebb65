import { sql } from 'drizzle-orm';
import { attemptMemoryMs } from '#platform/attempt-limits.ts';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import type { Job } from './job.ts';

/** Forgets attempts that no longer count. */
export const attemptRetention: Job = {
  name: 'attempt-retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow }) => {
    const oldest = timestamp((await cautiousNow()) - attemptMemoryMs);
    await deleteOld(db, sql`attempts`, sql`last_at < ${oldest}`);
  },
};
