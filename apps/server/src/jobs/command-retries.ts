import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '#platform/database.ts';
import { metrics } from '#platform/metrics.ts';
import { dayMs, type Job } from './job.ts';
import { lastKnown, timestamp } from './last-known.ts';

/** Decisions, "Settings reach the device": three tries or 24 hours. */
const maxTries = 3;
const answerMs = 30_000;
const expiryMs = dayMs;

interface Ended {
  devi_id: number;
  cust_id: number;
  state: string;
  reason: string | null;
}

/** Sends again what a device has not answered, and gives up on what it never does. */
export const commandRetries: Job = {
  name: 'command-retries',
  everySeconds: 10,
  run: async ({ db, bus, steady, cautiousNow }) => {
    const reading = steady.read();
    const unanswered = timestamp(reading.now - answerMs);
    const expired = timestamp((await cautiousNow()) - expiryMs);
    const changed = await queryRows<Ended>(
      db,
      sql`update commands c set
            state = case when ${isOver(expired)} then 'failed' else 'pending' end,
            reason = case when c.created_at < ${expired} then 'expired'
              when c.tries >= ${maxTries}::int then 'noAnswer' end,
            ended_at = case when ${isOver(expired)} then ${timestamp(reading.now)} end
          from devices d
          where d.devi_id = c.devi_id and c.state in ('pending', 'sent') and c.ended_at is null
            and (c.created_at < ${expired}
              or (c.state = 'sent' and ${lastKnown(sql`c.sent_at`, reading)} < ${unanswered}))
          returning c.devi_id, d.cust_id, c.state, c.reason`,
    );
    const concerned = new Map(changed.map(({ devi_id, cust_id }) => [devi_id, cust_id]));
    bus.publishEvents([...concerned].map(([deviId, custId]) => ({ type: 'settings', deviId, custId })));
    for (const deviId of concerned.keys()) bus.publishCommandsChanged(deviId);
    for (const { reason } of changed) metrics.commands.inc({ outcome: reason ?? 'repeated' });
  },
};

const isOver = (expired: SQL) => sql`(c.created_at < ${expired} or c.tries >= ${maxTries}::int)`;
