import { startChains } from '#domain/notifications/chains.ts';
import type { Batch } from '../batch.ts';

/** What was raised or signalled again will be told to receivers, whatever becomes of this process (decision 0056). */
export async function startNotifications({
  tx,
  raised,
  now,
}: Pick<Batch, 'tx' | 'raised' | 'now'>): Promise<void> {
  if (raised.size > 0) await startChains(tx, [...raised], now);
}
