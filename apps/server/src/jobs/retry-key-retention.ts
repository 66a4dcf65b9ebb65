import { sql } from 'drizzle-orm';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import { dayMs, type Job } from './job.ts';

/** Deletes old deduplication keys: messages without a time are only recognised for a minute anyway. */
export const retryKeyRetention: Job = {
  name: 'retry-key-retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow, retention }) => {
    const now = await cautiousNow();
    const before = (ms: number) => timestamp(now - ms);
    await deleteOld(
      db,
      sql`retry_keys`,
      sql`rec_ts < ${before(dayMs)} and (retry_key like 'u%' or rec_ts < ${before(retention.retryKeyDays * dayMs)})`,
    );
  },
};
