import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKey } from '../api/query-options.ts';
import { withRecentFields } from './recent-changes.ts';

/** One device with the caller's abilities; the live channel patches the answer. */
export function deviceQuery(deviId: number) {
  const input = { params: { deviId } };
  return queryOptions({
    queryKey: queryKey('getDevice', input),
    queryFn: async ({ client, signal }) =>
      withRecentFields(client, await call('getDevice', input, { signal })),
  });
}
