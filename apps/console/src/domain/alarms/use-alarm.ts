import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '#data/api/query-options.ts';
import { useLatestRev } from './use-latest-rev.ts';

/** One alarm in full, refetched when the live channel has a newer revision of it. */
export function useAlarm(alarmId: number) {
  const query = useQuery(apiQuery('getAlarm', { params: { alarmId } }));
  const { data, dataUpdatedAt, refetch } = query;
  const known = data?.rev ?? Number.POSITIVE_INFINITY;
  const live = useLatestRev([alarmId]);
  // Two parts of a page ask once. An answer that was under way before the change is asked for again after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is compared, also one with the same revision
  useEffect(() => {
    if (live > known) void refetch({ cancelRefetch: false });
  }, [live, known, dataUpdatedAt, refetch]);
  return query;
}
