import { useQuery } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { alarmsQuery } from '#data/live/alarms-query.ts';

/** Alarms that nobody has claimed first, then the latest signal first; those that are reset are left out. */
export function openAlarms(alarms: readonly Alarm[]): Alarm[] {
  return alarms
    .filter((alarm) => alarm.state !== 'reset')
    .sort(
      (a, b) =>
        Number(a.state === 'claimed') - Number(b.state === 'claimed') || b.lastSignalAt - a.lastSignalAt,
    );
}

const none: Alarm[] = [];

/** Every alarm that this page knows of, with those that were reset while it was open. */
export function useAlarms(): readonly Alarm[] {
  return useQuery(alarmsQuery).data?.alarms ?? none;
}
