import { localTime, offsetAt } from './time-zone.ts';

const dayMs = 24 * 3_600_000;

/** The day of a time in the zone of the console, as the value of a date field: `2026-03-01`. */
export const dayOf = (time: number): string => localTime(time).slice(0, 10);

/** A day as people write it: `31.12.2026`, and `31/12/2026` in English; empty for none. */
export function writtenDay(day: string, language: string): string {
  return day
    .split('-')
    .toReversed()
    .join(language === 'en' ? '/' : '.');
}

/** The day that somebody has written, with or without zeros and signs; empty for nothing, null for what is no day. */
export function readDay(text: string): string | null {
  const plain = text.trim();
  if (plain === '') return '';
  const parts = /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)$/.exec(plain) ?? dayFirst.exec(plain);
  const { year = '', month = '', day = '' } = parts?.groups ?? {};
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? iso : null;
}
const dayFirst = /^(?<day>\d\d?)(?:[./\s-]{1,3}|(?=\d{6}$))(?<month>\d\d?)(?:[./\s-]{1,3}|(?=\d{4}$))(?<year>\d{4})$/;

/**
 * The beginning of a date field's day, or of one `daysLater`, in Unix milliseconds; undefined outside the range that the
 * server accepts, and for an empty field.
 */
export function startOf(day: string, daysLater = 0): number | undefined {
  const time = midnight(day, daysLater);
  return time >= 0 ? time : undefined;
}

/** The last millisecond of a date field's day, also of a year that is not typed to its end; null for an empty one. */
export function endOfDay(day: string): number | null {
  const next = midnight(day, 1);
  return Number.isNaN(next) ? null : next - 1;
}

/** The first day of the month that is so many months from that of a day. */
export function monthFrom(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

function midnight(day: string, daysLater: number): number {
  const local = new Date(`${day}T00:00:00Z`).getTime() + daysLater * dayMs;
  if (Number.isNaN(local)) return local;
  return local - offsetAt(local - offsetAt(local));
}
