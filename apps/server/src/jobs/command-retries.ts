import { answerMs } from '@varde/catalogue/command-life';
import { sql } from 'drizzle-orm';
import { retryUnanswered } from '#domain/commands/commands.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { lastKnown, timestamp } from '#platform/clock/last-known.ts';
import { metrics } from '#platform/log/metrics.ts';
import type { Job } from './job.ts';

/** Resends unanswered commands, and expires those that stay unanswered. */
export const commandRetries: Job = {
  name: 'command-retries',
  atGateway: true,
  everySeconds: 10,
  run: async ({ db, bus, steady, cautiousNow }) => {
    const reading = steady.read();
    const unanswered = timestamp(reading.now - answerMs);
    const cautious = timestamp(await cautiousNow());
    const retried = await commitAndPublish({ db, bus }, async (tx, changes) => {
      const changed = await retryUnanswered(tx, {
        isUnanswered: (sentAt) => sql`${lastKnown(sentAt, reading)} < ${unanswered}`,
        olderThan: (createdAt, seconds) => sql`${createdAt} < ${cautious} - ${seconds} * interval '1 second'`,
        now: timestamp(reading.now),
      });
      for (const { devi_id: deviId, cust_id: custId } of changed) {
        changes.publish({ type: 'devicePage', deviId, custId });
        changes.commandsOf(deviId);
      }
      return changed;
    });
    for (const { state } of retried) metrics.commands.inc({ outcome: state === 'expired' ? state : 'repeated' });
  },
};
