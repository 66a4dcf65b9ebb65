import { minuteForHours, minuteOfDay } from '#platform/clock/minute-of-day.ts';
import type { GeofenceRecord } from './tables.ts';

/** The hours of a fence, as hour × 100; an end of 0 is the end of the day. */
export type Hours = Pick<GeofenceRecord, 'enabledTime' | 'enabledTimeFrom' | 'enabledTimeTo'>;

const dayMinutes = 1440;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Whether the hours of a fence include now. A begin that is later than the end passes midnight; equal ones are the whole day. */
export function isWithinHours(hours: Hours, now: number, timeZone: string): boolean {
  if (!hours.enabledTime) return true;
  const [from, to] = minutesOf(hours);
  const minute = minuteForHours({ from, to }, now, timeZone);
  return from < to ? minute >= from && minute < to : from === to || minute >= from || minute < to;
}

/** When the hours of a fence last began, Unix milliseconds, once for each night; null: they have no begin. */
export function latestOpening(hours: Hours, now: number, timeZone: string): number | null {
  const [from, to] = minutesOf(hours);
  if (!hours.enabledTime || to - from === dayMinutes || from === to) return null;
  const since = (minuteOfDay(now, timeZone) - from + dayMinutes) % dayMinutes;
  return firstShown(from, Math.floor(now / minuteMs) * minuteMs - since * minuteMs, timeZone);
}

/**
 * When clocks first showed a minute of the day. `near`: when they did, unless they were set since. Set back, they show the
 * minutes of an hour twice; set forward, they leave an hour out, and what begins in it begins after it.
 */
function firstShown(minute: number, near: number, timeZone: string): number {
  const ahead = minuteOfDay(near, timeZone) - minute;
  const half = dayMinutes / 2;
  const set = ((ahead + half + dayMinutes) % dayMinutes) - half;
  const shown = near - set * minuteMs;
  return minuteOfDay(shown - hourMs, timeZone) === minute ? shown - hourMs : shown;
}

/** The end of the day is minute 1440. */
function minutesOf({ enabledTimeFrom, enabledTimeTo }: Hours): [from: number, to: number] {
  return [(enabledTimeFrom / 100) * 60, enabledTimeTo === 0 ? dayMinutes : (enabledTimeTo / 100) * 60];
}
