import { isAlarm } from '@varde/catalogue/alarms';
import type { Sample } from '@varde/catalogue/report';

/**
 * The alarms of a message: their kinds, words and sensors, and the second in which they happened. Messages of one device
 * with the same name signal the same alarms, of the same wearer. Null: it has none.
 */
export function nameOfAlarms(samples: readonly Sample[]): string | null {
  const names = samples.flatMap(({ metyId, events, at, sensor }) => {
    const some = events
      .filter((event) => isAlarm(event.metyId))
      .map((event) => nameOf(event.code, event.at ?? at, sensor));
    return some.length === 0 && isAlarm(metyId) ? [nameOf(metyId, at, sensor)] : some;
  });
  return names.length === 0 ? null : [...new Set(names)].join('\n');
}

const nameOf = (alarm: string | number, at: number | null, sensor = ''): string =>
  `${alarm} ${at === null ? '' : Math.floor(at / 1000)} ${sensor}`;
