import { useInfiniteQuery } from '@tanstack/react-query';
import type { userFilterStates } from '@varde/contract/filters';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';

export interface UserFilter {
  search?: string | undefined;
  state?: (typeof userFilterStates)[number] | undefined;
}

/** The list of users, loaded page by page. */
export function useUserPages({ search, state }: UserFilter) {
  const query = { ...(search ? { search } : {}), ...(state ? { state } : {}) };
  return useInfiniteQuery({
    queryKey: queryKey('listUsers', { query }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      call('listUsers', { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}
