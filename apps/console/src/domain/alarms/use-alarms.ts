import { useQuery } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { statusOfAlarm } from '../status/alarm-kind.ts';
import { isTaken } from './alarm-groups.ts';

/**
 * Alarms that are not reset: those that nobody has taken first, then by severity, with `ahp` those that came to the
 * alarm centre before the others, then longest waiting first.
 */
export function openAlarms(alarms: readonly Alarm[], ahp = false): Alarm[] {
  return alarms
    .filter((alarm) => alarm.state !== 'reset')
    .sort(
      (a, b) =>
        Number(isTaken(a)) - Number(isTaken(b)) ||
        statusOfAlarm(a.metyId).priority - statusOfAlarm(b.metyId).priority ||
        (ahp ? Number(!a.escalatedAt) - Number(!b.escalatedAt) : 0) ||
        a.receivedAt - b.receivedAt ||
        a.alarmId - b.alarmId,
    );
}

const none: Alarm[] = [];

/** All alarms known to this page, including those that were reset while it was open. */
export function useAlarms(): readonly Alarm[] {
  return useQuery(alarmsQuery).data?.alarms ?? none;
}
