import { sql } from 'drizzle-orm';
import { deleteOld } from './delete-old.ts';
import type { Job } from './job.ts';
import { timestamp } from './last-known.ts';

/** Forgets links that have expired. */
export const linkRetention: Job = {
  name: 'link-retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow }) => {
    await deleteOld(db, sql`account_tokens`, sql`expires_at < ${timestamp(await cautiousNow())}`);
  },
};
