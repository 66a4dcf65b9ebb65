import { useQuery } from '@tanstack/react-query';
import { alarmsQuery } from '#data/live/alarms-query.ts';

/** The highest revision of these alarms from the live channel; 0 without one. */
export function useLatestRev(alarmIds: readonly number[]): number {
  const ids = new Set(alarmIds);
  const { data } = useQuery(alarmsQuery);
  return Math.max(0, ...(data?.alarms ?? []).map(({ alarmId, rev }) => (ids.has(alarmId) ? rev : 0)));
}
