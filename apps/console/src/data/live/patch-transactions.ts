import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Position } from '@varde/contract/devices';
import type { Transaction } from '@varde/contract/transactions';
import type { Output } from '../api/call.ts';
import { belongsToLog, type LogChoice } from './belongs-to-log.ts';

export const logQueries = (deviId: number) => ['listTransactions', { params: { deviId } }];
export const positionQueries = (deviId: number) => ['listPositions', { params: { deviId } }];

/** Adds transactions of a device, oldest first, to its logs and positions as far as they belong there. */
export function addTransactions(cache: QueryClient, deviId: number, transactions: readonly Transaction[]): void {
  for (const [key, data] of cache.getQueriesData<TransactionPages>({ queryKey: logQueries(deviId) })) {
    const own = transactions.filter((one) => belongsToLog(one, queryOf<LogChoice>(key)));
    if (data) cache.setQueryData(key, prependTransactions(data, own));
  }
  for (const [key, data] of cache.getQueriesData<Output<'listPositions'>>({ queryKey: positionQueries(deviId) }))
    if (data) cache.setQueryData(key, addPositions(data, transactions, queryOf<{ count: number }>(key).count ?? 10));
}

/** The query of a call, which its key has. */
const queryOf = <Query>(key: readonly unknown[]): Partial<Query> => (key[1] as { query?: Query }).query ?? {};

export type TransactionPages = InfiniteData<Output<'listTransactions'>, string | undefined>;

/** The log with new transactions on top, newest first; duplicates are dropped. */
export function prependTransactions(data: TransactionPages, incoming: readonly Transaction[]): TransactionPages {
  const known = new Set(data.pages.flatMap((page) => page.transactions.map(({ tranId }) => tranId)));
  const fresh = incoming.filter(({ tranId }) => !known.has(tranId)).reverse();
  const [first, ...rest] = data.pages;
  if (!first || fresh.length === 0) return data;
  return { ...data, pages: [{ ...first, transactions: [...fresh, ...first.transactions] }, ...rest] };
}

/** The last positions after new transactions, newest first and never more than `count`. */
export function addPositions(
  { positions }: Output<'listPositions'>,
  incoming: readonly Transaction[],
  count: number,
): Output<'listPositions'> {
  const known = new Set(positions.map(({ tranId }) => tranId));
  const fresh = incoming.filter(({ tranId }) => !known.has(tranId)).flatMap(positionOf);
  if (fresh.length === 0) return { positions };
  const all = [...fresh, ...positions].sort((a, b) => b.posTime - a.posTime);
  return { positions: all.slice(0, count) };
}

/** A place needs latitude, longitude and time (specification 2, section 5 "Marker validity"). */
function positionOf(transaction: Transaction): Position[] {
  const { tranId, metyId, posLati, posLong, posTime, posType, numSatellites, hdop, accuracy } = transaction;
  if (posLati === null || posLong === null || posTime === null || posType === null) return [];
  return [{ tranId, metyId, posLati, posLong, posTime, posType, sat: numSatellites, hdop, accuracy }];
}
