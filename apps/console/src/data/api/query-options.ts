import { queryOptions } from '@tanstack/react-query';
import type { EndpointName } from '@varde/contract/api';
import { call, type Input } from './call.ts';

/** The key under which the answer to a call is kept. Derived from the call, so that it exists once. */
export function queryKey<N extends EndpointName>(name: N, input?: Input<N>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

/** A call that reads, for `useQuery` and the cache. */
export function apiQuery<N extends EndpointName>(name: N, input: Input<N>) {
  return queryOptions({
    queryKey: queryKey(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}
