import type { Alarm } from '@varde/contract/alarms';
import { useEffect, useRef } from 'react';

/** Calls back with the alarms that are new, have signalled again or were released since the last time. */
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
  return alarm.state === 'open' && before.state === 'claimed';
}
