import { sql } from 'drizzle-orm';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import { dayMs, type Job } from './job.ts';

/** How long somebody may ask what became of a mail. */
const keptDays = 30;

/** Deletes old mails, delivered or not. */
export const outboxRetention: Job = {
  name: 'outbox-retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow }) => {
    const oldest = timestamp((await cautiousNow()) - keptDays * dayMs);
    await deleteOld(db, sql`outbox`, sql`created_at < ${oldest}`);
  },
};
