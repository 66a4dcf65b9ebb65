import { sql } from 'drizzle-orm';
import { retryUnanswered } from '#domain/commands/commands.ts';
import { lastKnown, timestamp } from '#platform/last-known.ts';
import { metrics } from '#platform/metrics.ts';
import { dayMs, type Job } from './job.ts';

/** Decisions, "Settings reach the device": three tries or 24 hours. */
const maxTries = 3;
const answerMs = 30_000;
const expiryMs = dayMs;

/** Sends again what a device has not answered, and gives up on what it never does. */
export const commandRetries: Job = {
  name: 'command-retries',
  everySeconds: 10,
  run: async ({ db, bus, steady, cautiousNow }) => {
    const reading = steady.read();
    const unanswered = timestamp(reading.now - answerMs);
    const changed = await retryUnanswered(db, {
      isUnanswered: (sentAt) => sql`${lastKnown(sentAt, reading)} < ${unanswered}`,
      expired: timestamp((await cautiousNow()) - expiryMs),
      maxTries,
      now: timestamp(reading.now),
    });
    const concerned = new Map(changed.map(({ devi_id, cust_id }) => [devi_id, cust_id]));
    bus.publishEvents([...concerned].map(([deviId, custId]) => ({ type: 'settings', deviId, custId })));
    for (const deviId of concerned.keys()) bus.publishCommandsChanged(deviId);
    for (const { reason } of changed) metrics.commands.inc({ outcome: reason ?? 'repeated' });
  },
};
