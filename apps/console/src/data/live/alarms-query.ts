import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKey } from '../api/query-options.ts';
import { type AlarmList, applyAlarmAnswer } from './patch-alarms.ts';

const input = { query: { limit: 500 } };

/** Alarms that are not reset. The live channel updates the answer; the call is for the start and for polling. */
export const alarmsQuery = queryOptions({
  queryKey: queryKey('listAlarms', input),
  queryFn: async ({ signal, client, queryKey: key }): Promise<AlarmList> => {
    const knownAtStart = client.getQueryData<AlarmList>(key);
    const answer = await allPages(signal);
    return applyAlarmAnswer(client.getQueryData<AlarmList>(key), answer, knownAtStart);
  },
});

/** All pages, however many alarms are open: the oldest is as urgent as the newest. */
async function allPages(signal: AbortSignal): Promise<AlarmList> {
  const pages: AlarmList[] = [];
  let cursor: string | null | undefined;
  do {
    const query = cursor ? { ...input.query, cursor } : input.query;
    const page = await call('listAlarms', { query }, { signal });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor);
  return {
    alarms: pages.flatMap(({ alarms }) => alarms),
    nextCursor: null,
    rev: Math.min(...pages.map(({ rev }) => rev)),
  };
}
