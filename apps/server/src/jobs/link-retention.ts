import { sql } from 'drizzle-orm';
import { deleteOld } from './delete-old.ts';
import type { Job } from './job.ts';

/** Forgets links that have expired. */
export const linkRetention: Job = {
  name: 'link-retention',
  everySeconds: 3600,
  run: async ({ db, clock }) => {
    const now = new Date(clock.now()).toISOString();
    await deleteOld(db, sql`account_tokens`, sql`expires_at < ${now}::timestamptz`);
  },
};
