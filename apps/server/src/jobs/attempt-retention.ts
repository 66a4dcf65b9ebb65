import { sql } from 'drizzle-orm';
import { attemptMemoryMs } from '#platform/attempt-limits.ts';
import { deleteOld } from './delete-old.ts';
import type { Job } from './job.ts';

/** Forgets attempts that no longer count. */
export const attemptRetention: Job = {
  name: 'attempt-retention',
  everySeconds: 3600,
  run: async ({ db, clock }) => {
    const oldest = new Date(clock.now() - attemptMemoryMs).toISOString();
    await deleteOld(db, sql`attempts`, sql`last_at < ${oldest}::timestamptz`);
  },
};
