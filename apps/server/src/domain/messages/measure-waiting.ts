import { receiverChannels } from '@varde/contract/event-setup-form';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { metrics } from '#platform/log/metrics.ts';

/** Zero where nothing waits: an alert needs a value. */
const channels = [...receiverChannels, 'webHook'] as const;

/**
 * Measures how long the oldest message of each channel has waited. One that nobody may send does not wait: of an alarm
 * that was reset, whose reset may still be undone. `now`: Unix milliseconds.
 */
export async function measureWaiting(db: Database, now: number): Promise<void> {
  const rows = await queryRows<{ channel: string; since: number }>(
    db,
    sql`select channel, extract(epoch from min(at))::float8 as since from (
        select channel, created_at as at from outbox m where state = 'queued'
          and not exists (select from alarms a where a.alarm_id = m.alarm_id and a.state = 'reset')
        union all
        select 'webHook', queued_at from web_hook_deliveries where state = 'waiting') waiting
      group by channel`,
  );
  const since = new Map(rows.map((row) => [row.channel, row.since]));
  for (const channel of channels) {
    const oldest = since.get(channel);
    metrics.oldestMessage.set({ channel }, oldest === undefined ? 0 : Math.max(0, now / 1000 - oldest));
  }
}
