import { sql } from 'drizzle-orm';
import { deleteOld } from './delete-old.ts';
import { dayMs, type Job } from './job.ts';

/** Forgets which messages were stored: those without a time are only recognised for a minute anyway. */
export const retryKeyRetention: Job = {
  name: 'retry-key-retention',
  everySeconds: 3600,
  run: async ({ db, clock, retention }) => {
    const before = (ms: number) => sql`${new Date(clock.now() - ms).toISOString()}::timestamptz`;
    await deleteOld(
      db,
      sql`retry_keys`,
      sql`rec_ts < ${before(dayMs)} and (retry_key like 'u%' or rec_ts < ${before(retention.retryKeyDays * dayMs)})`,
    );
  },
};
