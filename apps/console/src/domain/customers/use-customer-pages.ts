import { useInfiniteQuery } from '@tanstack/react-query';
import { call, type Input } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';

/** A list of customers that loads page by page. */
export function useCustomerPages(query: Input<'listCustomers'>['query'], enabled = true) {
  return useInfiniteQuery({
    queryKey: [...queryKey('listCustomers', { query }), 'pages'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      call('listCustomers', { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
