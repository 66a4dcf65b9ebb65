import type { Alarm } from '@varde/contract/alarms';
import { useEffect, useRef } from 'react';
import { isToConfirm } from '#domain/alarms/alarm-groups.ts';

/** Calls back with alarms that are new, signalled again, or were released, reopened or handed over to the user. */
export function useFreshSignals(alarms: readonly Alarm[], onFresh: (fresh: readonly Alarm[]) => void): void {
  const known = useRef(new Map<number, Alarm>());
  useEffect(() => {
    const fresh = alarms.filter((alarm) => isFresh(alarm, known.current.get(alarm.alarmId)));
    known.current = new Map(alarms.map((alarm) => [alarm.alarmId, alarm]));
    if (fresh.length > 0) onFresh(fresh);
  }, [alarms, onFresh]);
}

function isFresh(alarm: Alarm, before: Alarm | undefined): boolean {
  if (alarm.state === 'reset') return false;
  if (before === undefined || alarm.signalCount > before.signalCount) return true;
  return isToClaim(alarm) && !isToClaim(before);
}

const isToClaim = (alarm: Alarm) => alarm.state === 'open' || isToConfirm(alarm);
