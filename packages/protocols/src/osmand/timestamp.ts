import { credibleTime } from '../credible-time.ts';

/** From here on a number counts milliseconds, below it seconds. Protocol notes 4. */
const firstMilliseconds = 2 ** 31;

/**
 * Seconds, milliseconds, ISO 8601 with `T`, or `yyyy-MM-dd HH:mm:ss`, which is read as UTC because the phone does not
 * send its zone. Null for anything else, and for a clock that is in another century.
 */
export function parseTimestamp(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d{1,15}(\.\d{1,9})?$/.test(trimmed)) {
    const value = Number(trimmed);
    return credibleTime(Math.round(value < firstMilliseconds ? value * 1000 : value));
  }
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(trimmed);
  if (match === null) return null;
  const [, date, time, zone = 'Z'] = match;
  return credibleTime(Date.parse(`${date}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`));
}
