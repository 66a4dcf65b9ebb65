import { restartChains, startChains } from '#domain/notifications/chains.ts';
import { queueHookEvents } from '#domain/web-hooks/hook-events.ts';
import type { Batch } from '../batch.ts';

/**
 * What was raised or signalled again will be told to receivers (decision 0029) and web hooks (decision 0036), whatever
 * becomes of this process. A signal of an alarm that somebody had taken is told at once (decision 0029).
 */
export async function startNotifications({
  tx,
  raised,
  opened,
  reopened,
  now,
}: Pick<Batch, 'tx' | 'raised' | 'opened' | 'reopened' | 'now'>): Promise<void> {
  if (raised.size === 0) return;
  const at = new Date(now);
  const others = [...raised].filter((alarmId) => !reopened.has(alarmId));
  if (reopened.size > 0) await restartChains(tx, [...reopened], at, 'signalled');
  if (others.length > 0) await startChains(tx, others, now);
  await queueHookEvents(
    tx,
    [...raised].map((alarmId) => {
      const event = opened.has(alarmId) ? 'alarmRaised' : 'alarmSignalled';
      return { alarmId, event, at };
    }),
  );
}
