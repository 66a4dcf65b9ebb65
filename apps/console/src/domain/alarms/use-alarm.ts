import { useQuery } from '@tanstack/react-query';
import type { Alarm, AlarmDetail } from '@varde/contract/alarms';
import { useEffect } from 'react';
import { apiQuery } from '#data/api/query-options.ts';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useLatestRev } from './use-latest-rev.ts';

/** One alarm in full, refetched when the live channel has a newer revision of it. Its wearer's latest place comes from there. */
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
  const listed = useListed(alarmId);
  return { ...query, data: data && withLatestPlace(data, listed) };
}

/** The wearer moves without a new revision of the alarm. */
function useListed(alarmId: number): Alarm | undefined {
  const { data } = useQuery(alarmsQuery);
  return data?.alarms.find((alarm) => alarm.alarmId === alarmId);
}

function withLatestPlace(alarm: AlarmDetail, listed: Alarm | undefined): AlarmDetail {
  const isLater = (listed?.latestPlace?.posTime ?? 0) > (alarm.latestPlace?.posTime ?? 0);
  if (!listed || !isLater || alarm.state === 'reset') return alarm;
  return { ...alarm, latestPlace: listed.latestPlace, latestAddress: listed.latestAddress };
}
