import { minuteOfDay } from '#platform/minute-of-day.ts';
import type { GeofenceRecord } from './tables.ts';

/** The hours of a fence, as hour × 100; an end of 0 is the end of the day. */
export type Hours = Pick<GeofenceRecord, 'enabledTime' | 'enabledTimeFrom' | 'enabledTimeTo'>;

const dayMinutes = 1440;

/** Whether the hours of a fence include now. A begin that is later than the end passes midnight; equal ones are the whole day. */
export function isWithinHours(hours: Hours, now: number, timeZone: string): boolean {
  if (!hours.enabledTime) return true;
  const [from, to] = minutesOf(hours);
  const minute = minuteOfDay(now, timeZone);
  return from < to ? minute >= from && minute < to : from === to || minute >= from || minute < to;
}

/** When the hours of a fence last began, Unix milliseconds; null: they have no begin. */
export function latestOpening(hours: Hours, now: number, timeZone: string): number | null {
  const [from, to] = minutesOf(hours);
  if (!hours.enabledTime || to - from === dayMinutes || from === to) return null;
  const since = (minuteOfDay(now, timeZone) - from + dayMinutes) % dayMinutes;
  return Math.floor(now / 60_000) * 60_000 - since * 60_000;
}

/** The end of the day is minute 1440. */
function minutesOf({ enabledTimeFrom, enabledTimeTo }: Hours): [from: number, to: number] {
  return [(enabledTimeFrom / 100) * 60, enabledTimeTo === 0 ? dayMinutes : (enabledTimeTo / 100) * 60];
}
