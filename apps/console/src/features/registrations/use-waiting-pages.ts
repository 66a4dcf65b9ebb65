import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';

/** Polling interval; there is no live topic for the list. */
const refreshMs = 20_000;

/** Firms that wait for a decision, loaded page by page. */
export function useWaitingPages() {
  return useInfiniteQuery({
    queryKey: queryKey('listRegistrations', { query: {} }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      call('listRegistrations', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: refreshMs,
  });
}
