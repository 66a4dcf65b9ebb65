import { credibleTime } from './credible-time.ts';

/** From here on a number counts milliseconds, below it seconds. Protocol notes 4. */
const firstMilliseconds = 2 ** 31;

/**
 * Seconds, milliseconds, or ISO 8601 with `T` or a blank. Null for anything else, for a clock that is in another century,
 * and for a time without its zone, unless `zoneless` is the zone to read it in. A `+` before the zone that was sent without
 * its escape arrives as a blank.
 */
export function parseTimestamp(text: string, zoneless?: 'Z'): number | null {
  const trimmed = text.trim();
  if (/^\d{1,15}(\.\d{1,9})?$/.test(trimmed)) {
    const value = Number(trimmed);
    return credibleTime(Math.round(value < firstMilliseconds ? value * 1000 : value));
  }
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+ -]\d\d:?\d\d)?$/i.exec(trimmed);
  if (match === null) return null;
  const [, date, time, zone = zoneless] = match;
  if (zone === undefined) return null;
  const offset = zone
    .toUpperCase()
    .replace(' ', '+')
    .replace(/(\d\d)(\d\d)$/, '$1:$2');
  return credibleTime(Date.parse(`${date}T${time}${offset}`));
}
