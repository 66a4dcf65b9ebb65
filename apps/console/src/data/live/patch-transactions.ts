import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Position } from '@varde/contract/devices';
import type { Transaction } from '@varde/contract/transactions';
import type { Output } from '../api/call.ts';
import { belongsToLog, type LogChoice } from './belongs-to-log.ts';
import type { Positions } from './positions-query.ts';

export const logQueries = (deviId: number) => ['listTransactions', { params: { deviId } }];
export const positionQueries = (deviId: number) => ['listPositions', { params: { deviId } }];

/** Adds transactions of a device, oldest first, to its logs and positions as far as they belong there. */
export function addTransactions(cache: QueryClient, deviId: number, transactions: readonly Transaction[]): void {
  patchQueries<TransactionPages>(cache, logQueries(deviId), (data, key) => {
    const own = transactions.filter((one) => belongsToLog(one, queryOf<LogChoice>(key)));
    return prependTransactions(data, own);
  });
  patchQueries<Positions>(cache, positionQueries(deviId), (data, key) =>
    addPositions(data, transactions, queryOf<{ count: number }>(key).count ?? 10),
  );
}

/** Changes the data of queries now, and once more behind an answer that is under way: it may be from before the change. */
function patchQueries<Data>(
  cache: QueryClient,
  queryKey: readonly unknown[],
  patch: (data: Data, key: readonly unknown[]) => Data,
): void {
  for (const query of cache.getQueryCache().findAll({ queryKey })) {
    const key = query.queryKey;
    const apply = () => {
      const data = cache.getQueryData<Data>(key);
      const patched = data && patch(data, key);
      if (patched !== data) cache.setQueryData(key, patched);
    };
    apply();
    void query.promise?.then(apply, apply);
  }
}

/** The query of a call, which its key has. */
const queryOf = <Query>(key: readonly unknown[]): Partial<Query> => (key[1] as { query?: Query }).query ?? {};

export type TransactionPages = InfiniteData<Output<'listTransactions'>, string | undefined>;

/** The log with new transactions on top, newest first; duplicates are dropped, and those of a page that is not loaded. */
export function prependTransactions(data: TransactionPages, incoming: readonly Transaction[]): TransactionPages {
  const known = new Set(data.pages.flatMap((page) => page.transactions.map(({ tranId }) => tranId)));
  const isWhole = known.size === 0 || data.pages.at(-1)?.nextCursor === null;
  // By their numbers: the clock of the server may be set back.
  const oldest = isWhole ? 0 : Math.min(...known);
  const fresh = incoming.filter(({ tranId }) => !known.has(tranId) && tranId > oldest).reverse();
  const [first, ...rest] = data.pages;
  if (!first || fresh.length === 0) return data;
  return { ...data, pages: [{ ...first, transactions: [...fresh, ...first.transactions] }, ...rest] };
}

/** The last positions after new transactions, newest first and never more than `count`. */
export function addPositions(data: Positions, incoming: readonly Transaction[], count: number): Positions {
  const { positions } = data;
  const known = new Set(positions.map(({ tranId }) => tranId));
  const fresh = incoming.filter(({ tranId }) => !known.has(tranId)).flatMap(positionOf);
  if (fresh.length === 0) return data;
  const all = [...fresh, ...positions].sort((a, b) => b.posTime - a.posTime);
  return { uuid: null, positions: all.slice(0, count) };
}

/** A place needs latitude, longitude and time (specification 2, section 5 "Marker validity"). */
function positionOf(transaction: Transaction): Position[] {
  const { tranId, metyId, posLati, posLong, posTime, posType, numSatellites, hdop, accuracy } = transaction;
  if (posLati === null || posLong === null || posTime === null || posType === null) return [];
  return [{ tranId, metyId, posLati, posLong, posTime, posType, sat: numSatellites, hdop, accuracy }];
}
