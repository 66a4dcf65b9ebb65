import { sql } from 'drizzle-orm';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import { dayMs, type Job } from './job.ts';

/** How long a delivery can be looked up, and one that is dead be sent again. */
const deliveredDays = 7;
const deadDays = 30;

/** Deletes old deliveries to web hooks. */
export const webHookRetention: Job = {
  name: 'web-hook-retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow }) => {
    const now = await cautiousNow();
    const before = (days: number) => timestamp(now - days * dayMs);
    const deliveries = sql`web_hook_deliveries`;
    await deleteOld(db, deliveries, sql`state = 'delivered' and ended_at < ${before(deliveredDays)}`);
    await deleteOld(db, deliveries, sql`state = 'dead' and ended_at < ${before(deadDays)}`);
  },
};
