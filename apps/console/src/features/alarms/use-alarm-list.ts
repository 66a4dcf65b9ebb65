import type { Alarm } from '@varde/contract/alarms';
import { useRef } from 'react';
import { useSteady } from '#kit/steady/press.ts';
import { useHeldPressesOfMoved } from '#kit/steady/press-guard.ts';
import { useSteadyRows } from './steady-rows.ts';
import { useHeld } from './use-held.ts';

/**
 * Rows of alarms under somebody's hand: while the pointer or the focus is among them no row moves, and a press on a row
 * that has just moved does nothing. `handlers` belong on what surrounds the rows, `list` on the list itself.
 */
export function useAlarmList(alarms: readonly Alarm[]) {
  const list = useRef<HTMLUListElement>(null);
  const { held, handlers } = useHeld();
  const steady = useSteady(useSteadyRows(alarms, held));
  useHeldPressesOfMoved(list, 'li');
  return { list, handlers, ...steady };
}

const rowOf = (list: ParentNode, alarmId: number) =>
  list.querySelector<HTMLElement>(`[data-alarm="${alarmId}"]`);

/** Brings an alarm's row into sight. */
export function showRow(list: HTMLElement | null, { alarmId }: Alarm): void {
  if (list) rowOf(list, alarmId)?.scrollIntoView({ block: 'nearest' });
}

/** Focuses the row after an alarm's, else the one before it, else the page. */
export function focusNextRow(list: HTMLElement | null, alarmId: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-alarm]') ?? [])];
  const at = rows.findIndex((row) => row.dataset.alarm === String(alarmId));
  const isOpen = (row: HTMLElement) => row.dataset.state !== 'reset' && row.dataset.alarm !== String(alarmId);
  const next = rows.slice(at).find(isOpen) ?? rows.slice(0, at).findLast(isOpen);
  (next ?? document.getElementById('main'))?.focus();
}
