import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { useChannel } from './live-context.tsx';
import { addTransactions, logQueries, positionQueries, type TransactionPages } from './patch-transactions.ts';

/** Specification 2, section 9 "Transaction screen". */
const firstMs = 1000;
const everyMs = 20_000;
const latest = 25;

/**
 * Asks for what is new on the page of a device while the live channel does not bring it: when there is no contact, and
 * the positions for users who may not see the log.
 */
export function usePolledLog(deviId: number, { transactions }: { transactions: boolean }): void {
  const channel = useChannel();
  const cache = useQueryClient();
  useEffect(() => {
    const turn = () => {
      timer = setTimeout(turn, everyMs);
      if (transactions && channel.status().state === 'connected') return;
      void cache.invalidateQueries({ queryKey: positionQueries(deviId) });
      // What it misses is fetched when the channel is back, and the page says since when it is.
      if (transactions) void poll(cache, deviId).catch(() => undefined);
    };
    let timer = setTimeout(turn, firstMs);
    return () => clearTimeout(timer);
  }, [channel, cache, deviId, transactions]);
}

async function poll(cache: QueryClient, deviId: number): Promise<void> {
  const { transactions, nextCursor } = await call('listTransactions', {
    params: { deviId },
    query: { transactionCount: latest },
  });
  const queryKey = logQueries(deviId);
  const pages = cache.getQueriesData<TransactionPages>({ queryKey }).flatMap(([, data]) => data?.pages ?? []);
  const known = new Set(pages.flatMap((page) => page.transactions.map(({ tranId }) => tranId)));
  const isGap = nextCursor !== null && !transactions.some(({ tranId }) => known.has(tranId));
  if (isGap) await cache.invalidateQueries({ queryKey });
  else
    addTransactions(
      cache,
      deviId,
      transactions.toReversed().map((one) => ({ ...one, isNew: true })),
    );
}
