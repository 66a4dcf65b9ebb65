import { startChains } from '#domain/notifications/chains.ts';
import { queueHookEvents } from '#domain/web-hooks/hook-events.ts';
import type { Batch } from '../batch.ts';

/**
 * What was raised or signalled again will be told to receivers (decision 0056) and web hooks (decision 0058), whatever
 * becomes of this process.
 */
export async function startNotifications({
  tx,
  raised,
  opened,
  now,
}: Pick<Batch, 'tx' | 'raised' | 'opened' | 'now'>): Promise<void> {
  if (raised.size === 0) return;
  await startChains(tx, [...raised], now);
  const at = new Date(now);
  await queueHookEvents(
    tx,
    [...raised].map((alarmId) => {
      const event = opened.has(alarmId) ? 'alarmRaised' : 'alarmSignalled';
      return { alarmId, event, at };
    }),
  );
}
