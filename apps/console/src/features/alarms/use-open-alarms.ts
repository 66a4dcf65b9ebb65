import { useQuery } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { alarmsQuery } from '#kit/live/alarms-query.ts';
import type { AlarmList } from '#kit/live/patch-alarms.ts';

/** Alarms that nobody has claimed first, then the latest signal first. */
export function openAlarms({ alarms }: AlarmList): Alarm[] {
  return alarms
    .filter((alarm) => alarm.state !== 'reset')
    .sort(
      (a, b) =>
        Number(a.state === 'claimed') - Number(b.state === 'claimed') || b.lastSignalAt - a.lastSignalAt,
    );
}

export function useOpenAlarms() {
  return useQuery({ ...alarmsQuery, select: openAlarms });
}
