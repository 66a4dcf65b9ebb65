import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '#data/api/query-options.ts';
import { useLatestRev } from './use-latest-rev.ts';

/** One alarm in full, refetched when the live channel has a newer revision of it. */
export function useAlarm(alarmId: number) {
  const query = useQuery(apiQuery('getAlarm', { params: { alarmId } }));
  const { data, refetch } = query;
  const known = data?.rev ?? Number.POSITIVE_INFINITY;
  const live = useLatestRev([alarmId]);
  useEffect(() => {
    if (live > known) void refetch();
  }, [live, known, refetch]);
  return query;
}
