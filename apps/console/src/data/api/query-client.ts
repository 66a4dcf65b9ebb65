import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { guarded } from '#ui/notify-each.ts';
import { ApiError } from './api-error.ts';

/** Codes of errors that a retry may resolve. */
const passing: readonly string[] = ['network', 'unavailable', 'tooManyCalls', 'internalError'];

/** One observer that throws does not keep the others waiting. */
notifyManager.setNotifyFunction(guarded);

/**
 * The cache of server data. Entries do not become stale by age: the live channel patches them, and refetches after a
 * disconnection.
 */
export function createQueryClient(): QueryClient {
  return new FreshQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && passing.includes(error.code),
      },
    },
  });
}

/**
 * The library fetches nothing again that is on its way for the first time. Its answer may be older than the change that
 * invalidates it: it is fetched once more when it has come.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const onTheirWay = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle');
    await super.invalidateQueries(filters, options);
    if (onTheirWay.length === 0) return;
    await Promise.allSettled(onTheirWay.map(({ promise }) => promise));
    const keys = new Set(onTheirWay.map(({ queryHash }) => queryHash));
    await super.invalidateQueries({ ...filters, predicate: ({ queryHash }) => keys.has(queryHash) }, options);
  }
}
