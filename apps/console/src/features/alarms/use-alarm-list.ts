import type { Alarm } from '@varde/contract/alarms';
import { type KeyboardEvent, useRef } from 'react';
import { useSession } from '#data/session.ts';
import { useSteady } from '#kit/steady/press.ts';
import { useHeld } from '#kit/steady/use-held.ts';
import { useToldFreshRows } from './fresh-rows.ts';
import { everyAlarm, type Passes, useSteadyRows } from './steady-rows.ts';

/**
 * Rows of alarms that stay in place while the pointer or the focus is among them. Attach `handlers` to the element around
 * the rows, `list` to the list itself.
 */
export function useAlarmList(alarms: readonly Alarm[], passes: Passes = everyAlarm) {
  const list = useRef<HTMLUListElement>(null);
  const { held, handlers } = useHeld();
  const ahp = useSession().context === 'AHP';
  const steady = useSteady(useSteadyRows(alarms, held, passes, ahp));
  const { firstFresh } = steady;
  useToldFreshRows(steady.freshCount, () => firstFresh && showRow(list.current, firstFresh));
  const onKeyDown = (event: KeyboardEvent) => moveWithArrows(list.current, event);
  return { list, handlers: { ...handlers, onKeyDown }, rows: steady.rows };
}

const rowOf = (list: ParentNode, alarmId: number) => list.querySelector<HTMLElement>(`[data-alarm="${alarmId}"]`);

/** Scrolls an alarm's row into view. */
function showRow(list: HTMLElement | null, { alarmId }: Alarm): void {
  if (list) rowOf(list, alarmId)?.scrollIntoView({ block: 'nearest' });
}

/** From the controls beside a list of rows. */
export function moveIntoRows(event: KeyboardEvent): void {
  moveWithArrows(document.querySelector('main'), event);
}

/** The arrow keys move the focus from row to row, also from within a row; from outside of the rows to the first one. */
function moveWithArrows(list: HTMLElement | null, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target } = event;
  if (!step || !(target instanceof HTMLElement) || target.closest('select, [data-own-arrows]')) return;
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-alarm]') ?? [])];
  const at = rows.findIndex((row) => row.contains(target));
  rows[at < 0 ? 0 : at + step]?.focus();
  event.preventDefault();
}

/**
 * Focuses the row after an alarm's, else the one before it, else the page. Which rows these are is found out at once, and
 * the focus set when the function that is returned is called: the row of a reset alarm may be gone by then.
 */
export function focusAfter(list: HTMLElement | null, alarmId: number): () => void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-alarm]') ?? [])];
  const at = rows.findIndex((row) => row.dataset.alarm === String(alarmId));
  const candidates = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
  const isOpen = (row: HTMLElement) => row.isConnected && row.dataset.state !== 'reset';
  return () => (candidates.find(isOpen) ?? document.getElementById('main'))?.focus();
}
