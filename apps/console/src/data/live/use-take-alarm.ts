import { useQueryClient } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { alarmsQuery } from './alarms-query.ts';
import { type AlarmList, mergeAlarms } from './patch-alarms.ts';

/** Takes the alarm that a call has answered with into the list of alarms, before the live channel tells of it. */
export function useTakeAlarm() {
  const cache = useQueryClient();
  return (answer: Alarm) =>
    cache.setQueryData<AlarmList>(alarmsQuery.queryKey, (current) =>
      mergeAlarms(current, { complete: false, alarms: [answer], rev: answer.rev }),
    );
}
