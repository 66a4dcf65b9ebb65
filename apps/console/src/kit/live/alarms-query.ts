import { queryOptions } from '@tanstack/react-query';
import { call } from '#kit/api/call.ts';
import { queryKey } from '#kit/api/query-options.ts';
import { type AlarmList, mergeAlarms } from './patch-alarms.ts';

const input = { query: { limit: 500 } };

/** Alarms that are not reset. The live channel keeps the answer true; the call is for the start and for polling. */
export const alarmsQuery = queryOptions({
  queryKey: queryKey('listAlarms', input),
  queryFn: async ({ signal, client, queryKey: key }): Promise<AlarmList> => {
    const answer = await call('listAlarms', input, { signal });
    return mergeAlarms(client.getQueryData<AlarmList>(key), { ...answer, complete: true });
  },
});
