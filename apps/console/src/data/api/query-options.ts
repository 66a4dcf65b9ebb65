import { queryOptions } from '@tanstack/react-query';
import type { EndpointName } from '@varde/contract/api';
import { call, type Input } from './call.ts';

/** The cache key of a call, derived from the call itself. */
export function queryKey<N extends EndpointName>(name: N, input?: Input<N>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

/** Query options of a reading call, for `useQuery` and the cache. */
export function apiQuery<N extends EndpointName>(name: N, input: Input<N>) {
  return queryOptions({
    queryKey: queryKey(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}
