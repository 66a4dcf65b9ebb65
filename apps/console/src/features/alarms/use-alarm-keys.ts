import { useQueryClient } from '@tanstack/react-query';
import type { Alarm } from '@varde/contract/alarms';
import { useCallback } from 'react';
import { alarmsQuery } from '#data/live/alarms-query.ts';
import { useSession } from '#data/session.ts';
import { isTaken } from '#domain/alarms/alarm-groups.ts';
import { openAlarms } from '#domain/alarms/use-alarms.ts';
import { alarmKeys } from './alarm-keys.ts';

/** Does what a key does with alarms. Returns whether the key has a meaning here. */
export function useAlarmKeys(): (key: string) => boolean {
  const cache = useQueryClient();
  const ahp = useSession().context === 'AHP';
  return useCallback(
    (key) => {
      if (key !== alarmKeys.next) return pressInRow(key);
      const alarms = cache.getQueryData(alarmsQuery.queryKey)?.alarms ?? [];
      focusAlarm(openAlarms(alarms, ahp).find((alarm) => !isTaken(alarm)));
      return true;
    },
    [cache, ahp],
  );
}

/** Focuses the row of an alarm, which is shown first where it is folded away or outside of the filter. */
function focusAlarm(alarm: Alarm | undefined): void {
  if (alarm === undefined) return;
  if (focusRow(alarm)) return; // synchronously: the next key belongs to it
  document.querySelector<HTMLElement>('[data-shows-all]')?.click();
  focusOnceShown(alarm, mostFrames);
}

/** Frames until a list that is held while a pointer is down has certainly changed. */
const mostFrames = 180;

function focusOnceShown(alarm: Alarm, frames: number): void {
  requestAnimationFrame(() => {
    if (!focusRow(alarm) && frames > 0) focusOnceShown(alarm, frames - 1);
  });
}

function focusRow({ alarmId }: Alarm): boolean {
  const row = document.querySelector<HTMLElement>(`[data-alarm="${alarmId}"]`);
  row?.focus();
  return row !== null;
}

/** Presses the button with this key in the focused row. */
function pressInRow(key: string): boolean {
  const row = document.activeElement?.closest('[data-alarm]');
  const buttons = [...(row?.querySelectorAll<HTMLElement>('[aria-keyshortcuts]') ?? [])];
  const button = buttons.find((each) => each.getAttribute('aria-keyshortcuts') === key);
  if (button === undefined) return false;
  button.click();
  return true;
}
