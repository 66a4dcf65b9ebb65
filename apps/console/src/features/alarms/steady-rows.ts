import type { Alarm } from '@varde/contract/alarms';
import { useRef } from 'react';
import { openAlarms } from './use-alarms.ts';

/**
 * Rows where they were: each shows what is known of its alarm now, also once it is reset, and new alarms come last.
 * An alarm that is not known any more left this user's sight: nothing can be done with it.
 */
function keepPlaces(before: readonly Alarm[], alarms: readonly Alarm[]): Alarm[] {
  const known = new Map(alarms.map((alarm) => [alarm.alarmId, alarm]));
  const kept = before.map(
    (row): Alarm => known.get(row.alarmId) ?? { ...row, state: 'reset', abilities: [] },
  );
  const placed = new Set(before.map(({ alarmId }) => alarmId));
  return [...kept, ...openAlarms(alarms).filter(({ alarmId }) => !placed.has(alarmId))];
}

interface SteadyRows {
  rows: readonly Alarm[];
  /** The first of the rows that have come since they are held; null without any. */
  firstFresh: Alarm | null;
  freshCount: number;
}

/** Open alarms in their order; while `held`, no row moves or goes. */
export function useSteadyRows(alarms: readonly Alarm[], held: boolean): SteadyRows {
  const last = useRef<{ rows: readonly Alarm[]; heldFrom: number | null }>({ rows: [], heldFrom: null });
  const { rows: before, heldFrom } = last.current;
  const rows = held ? keepPlaces(before, alarms) : openAlarms(alarms);
  const from = held ? (heldFrom ?? before.length) : null;
  last.current = { rows, heldFrom: from };
  return {
    rows,
    firstFresh: (from !== null && rows[from]) || null,
    freshCount: from === null ? 0 : rows.length - from,
  };
}
