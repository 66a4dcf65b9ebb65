import * as z from 'zod/mini';

/** A day in the browser's time zone, `2026-11-20`, within the range of times that the server accepts. */
export const dayField = z.iso.date().check(z.refine((day) => startOf(day) !== undefined));

/**
 * The beginning of a day, or of one `daysLater`, in Unix milliseconds; undefined outside the range that the server
 * accepts.
 */
export function startOf(text: string, daysLater = 0): number | undefined {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  const time = new Date(year, month - 1, date + daysLater).getTime();
  return Number.isNaN(time) || time < 0 ? undefined : time;
}
