import { sql } from 'drizzle-orm';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import type { Job } from './job.ts';

/** Forgets links that have expired. */
export const linkRetention: Job = {
  name: 'link-retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow }) => {
    await deleteOld(db, sql`account_tokens`, sql`expires_at < ${timestamp(await cautiousNow())}`);
  },
};
