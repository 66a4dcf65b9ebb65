import { infiniteQueryOptions } from '@tanstack/react-query';
import type { EndpointName } from '@varde/contract/api';
import { call, type Input, type Output } from './call.ts';
import { queryKey } from './query-options.ts';

interface Page {
  nextCursor: string | null;
}

/** Calls that answer with one page. */
type PagedName = { [N in EndpointName]: Output<N> extends Page ? N : never }[EndpointName];

/** Query options of a list that loads page by page, for `useInfiniteQuery`. */
export function pagesQuery<N extends PagedName>(name: N, input: Input<N> & { query: object }) {
  return infiniteQueryOptions({
    queryKey: queryKey(name, input),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: cursor }) =>
      call(name, { ...input, query: { ...input.query, ...(cursor && { cursor }) } }, { signal }),
    getNextPageParam: (page) => (page as Page).nextCursor ?? undefined,
  });
}
