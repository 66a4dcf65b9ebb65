import { sql } from 'drizzle-orm';
import { keepSharedMessages } from '#domain/alarms/messages-of-shares.ts';
import { keepResults } from '#domain/notifications/attempts.ts';
import { keepNumbers } from '#domain/notifications/confirmed-numbers.ts';
import { deleteOld } from '#platform/delete-old.ts';
import { timestamp } from '#platform/last-known.ts';
import { dayMs, type Job } from './job.ts';

/** How long the outcome of a mail or an SMS can be looked up. */
const keptDays = 30;
/** What messages cost is shown for this month and the twelve before it. */
const costsKeptDays = 400;

/** Deletes old mails and SMS, delivered or not. The timeline of an alarm keeps what became of them. */
export const outboxRetention: Job = {
  name: 'outbox-retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow }) => {
    const now = await cautiousNow();
    const oldest = timestamp(now - keptDays * dayMs);
    await keepResults(db, oldest);
    await keepSharedMessages(db, oldest);
    await deleteOld(db, sql`notification_tests`, sql`at < ${oldest}`);
    await keepNumbers(db, new Date(now));
    await deleteOld(db, sql`confirmed_numbers`, sql`unused_since < ${oldest}`);
    await deleteOld(db, sql`outbox`, sql`created_at < ${oldest}`);
    await deleteOld(db, sql`sms_outbox`, sql`created_at < ${oldest}`);
    await deleteOld(db, sql`message_costs`, sql`at < ${timestamp(now - costsKeptDays * dayMs)}`);
  },
};
