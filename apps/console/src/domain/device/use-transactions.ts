import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';

/** Rows fetched at a time (specification 2, section 9). */
const pageSize = 25;

/** The log of a device, newest first. Live while its page is open; elsewhere `refetchInterval` keeps it fresh. */
export function useTransactions(deviId: number, options: { refetchInterval?: number } = {}) {
  return useInfiniteQuery({
    ...options,
    queryKey: queryKey('listTransactions', { params: { deviId }, query: {} }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) };
      return call('listTransactions', { params: { deviId }, query }, { signal });
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
