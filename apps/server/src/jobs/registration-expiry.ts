import { sql } from 'drizzle-orm';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import type { Job } from './job.ts';

/** Deletes registrations whose link has expired. One that awaits an administrator stays until the decision. */
export const registrationExpiry: Job = {
  name: 'registration-expiry',
  everySeconds: 3600,
  run: async ({ db, cautiousNow }) => {
    const isOver = sql`expires_at < ${timestamp(await cautiousNow())} and state <> 'waiting'`;
    await deleteOld(db, sql`registrations`, isOver);
  },
};
