import { browserZone, offsetAt, timeZone } from './time-zone.ts';

/**
 * Formatted times. Formatters are created once for each language: creating one costs more than using it a thousand
 * times (lessons, 9).
 */
export interface TimeFormats {
  /** `20.11.2026 18:49:26` */
  exact(time: number): string;
  /** `20.11.2026` */
  day(time: number): string;
  /** `20.11.2026 18:49` */
  dayAndClock(time: number): string;
  /** `20.11.26 18:49:26`, in the transaction log only (specification 2, section 9) */
  row(time: number): string;
  /** `18:49` today, `20.11.2026 18:49` on other days */
  short(time: number, now: number): string;
  /** `5 minutter siden` */
  relative(time: number, now: number): string;
  /** `18:49` */
  clock(time: number): string;
  /** `fre. 18:49`, and `20.11 18:49` when older than five days (specification 2, section 9) */
  marker(time: number, now: number): string;
  number(value: number, fractionDigits?: number): string;
  /** Degrees with a decimal point in every language, as maps and rescue services expect. */
  coordinate(degrees: number, digits: number): string;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const cache = new Map<string, TimeFormats>();

/**
 * The formats of a language of the console; English uses the European format. Where the clocks of the computer differ from
 * those of the zone, the name of the zone is behind each clock time: `18:49 CET`.
 */
export function timeFormats(language: string, zone = timeZone()): TimeFormats {
  const locale = language === 'en' ? 'en-GB' : language;
  const key = `${locale} ${zone}`;
  const known = cache.get(key);
  if (known) return known;
  const made = makeFormats(locale, zone);
  cache.set(key, made);
  return made;
}

function makeFormats(locale: string, zone: string): TimeFormats {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { hourCycle: 'h23', timeZone: zone, ...options });
  const zoned = (options: Intl.DateTimeFormatOptions) => {
    const [plain, named] = [format(options), format({ ...options, timeZoneName: 'short' })];
    const isOther = (time: number) => offsetAt(time, zone) !== offsetAt(time, browserZone());
    return { format: (time: number) => (isOther(time) ? named : plain).format(time) };
  };
  const date = format({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const shortDate = format({ day: '2-digit', month: '2-digit', year: '2-digit' });
  const dayMonth = format({ day: '2-digit', month: '2-digit' });
  const weekday = format({ weekday: 'short' });
  const seconds = zoned({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const minutes = zoned({ hour: '2-digit', minute: '2-digit' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const numbers = [0, 1, 2].map(
    (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  // Norwegian dates end with a point.
  const dayOfYear = (time: number) => dayMonth.format(time).replace(/\.$/, '');
  const dayAndClock = (time: number) => `${date.format(time)} ${minutes.format(time)}`;
  return {
    exact: (time) => `${date.format(time)} ${seconds.format(time)}`,
    day: (time) => date.format(time),
    dayAndClock,
    row: (time) => `${shortDate.format(time)} ${seconds.format(time)}`,
    short: (time, now) => (date.format(time) === date.format(now) ? minutes.format(time) : dayAndClock(time)),
    relative: (time, now) => relativeTo(relative, now - time),
    clock: (time) => minutes.format(time),
    marker: (time, now) => `${now - time > 5 * day ? dayOfYear(time) : weekday.format(time)} ${minutes.format(time)}`,
    coordinate: (degrees, digits) => degrees.toFixed(digits),
    number: (value, digits = 0) => numbers[digits]?.format(value) ?? String(value),
  };
}

function relativeTo(format: Intl.RelativeTimeFormat, elapsed: number): string {
  // A device whose clock is ahead has not been in contact in the future.
  const past = Math.max(0, elapsed);
  if (past < minute) return format.format(0, 'second');
  if (past < hour) return format.format(-Math.floor(past / minute), 'minute');
  if (past < day) return format.format(-Math.floor(past / hour), 'hour');
  return format.format(-Math.floor(past / day), 'day');
}

const units = { second, minute, hour, day } as const;
export type TimeUnit = keyof typeof units;

/** Age in its largest unit, and from hours on in the next smaller one as well. */
export function elapsedParts(time: number, now: number): { unit: TimeUnit; count: number }[] {
  const elapsed = Math.max(0, now - time);
  const part = (unit: TimeUnit, of = elapsed) => ({ unit, count: Math.floor(of / units[unit]) });
  if (elapsed < minute) return [part('second')];
  if (elapsed < hour) return [part('minute')];
  const parts =
    elapsed < day ? [part('hour'), part('minute', elapsed % hour)] : [part('day'), part('hour', elapsed % day)];
  return parts.filter(({ count }) => count > 0);
}
