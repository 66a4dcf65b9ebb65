import type { Alarm } from '@varde/contract/alarms';
import { useRef } from 'react';
import { openAlarms } from '#domain/alarms/use-alarms.ts';

/**
 * Rows in their previous places: each shows the present state of its alarm, even once it is reset, and new alarms of
 * `shown` come last. An alarm that is no longer known has left this user's scope and has no actions.
 */
function keepPlaces(before: readonly Alarm[], alarms: readonly Alarm[], shown: readonly Alarm[]): Alarm[] {
  const known = new Map(alarms.map((alarm) => [alarm.alarmId, alarm]));
  const kept = before.map((row): Alarm => known.get(row.alarmId) ?? { ...row, state: 'reset', abilities: [] });
  const placed = new Set(before.map(({ alarmId }) => alarmId));
  return [...kept, ...shown.filter((alarm) => !placed.has(alarm.alarmId))];
}

interface Held {
  rows: readonly Alarm[];
  heldFrom: number | null;
  passes: Passes;
}

interface SteadyRows {
  rows: readonly Alarm[];
  /** The first row added since the rows are held; null without any. */
  firstFresh: Alarm | null;
  freshCount: number;
}

export type Passes = (alarm: Alarm) => boolean;
export const everyAlarm: Passes = () => true;

/** Open alarms that pass the filter, in the order of `openAlarms`; while `held`, no row moves or disappears, unless `passes` changes. */
export function useSteadyRows(alarms: readonly Alarm[], held: boolean, passes: Passes, ahp = false): SteadyRows {
  const last = useRef<Held>({ rows: [], heldFrom: null, passes });
  const { rows: before, heldFrom } = last.current;
  const isKept = held && last.current.passes === passes;
  const shown = openAlarms(alarms, ahp).filter(passes);
  const rows = isKept ? keepPlaces(before, alarms, shown) : shown;
  const from = isKept ? (heldFrom ?? before.length) : null;
  last.current = { rows, heldFrom: from, passes };
  return {
    rows,
    firstFresh: (from !== null && rows[from]) || null,
    freshCount: from === null ? 0 : rows.length - from,
  };
}
