import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minuteForHours, minuteOfDay } from './minute-of-day.ts';

const zone = 'Europe/Oslo';
const of = (text: string) => {
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
};

describe('hours in the night in which clocks go from 02:00 to 03:00', () => {
  const minutesAfter = (minutes: number) => Date.parse('2027-03-28T01:00:00Z') + minutes * 60_000;
  /** How many minutes after that moment the hours apply. */
  const applying = (from: string, to: string) => {
    const hours = { from: of(from), to: of(to) };
    const minutes = Array.from({ length: 240 }, (_, at) => at - 120).filter((at) => {
      const minute = minuteForHours(hours, minutesAfter(at), zone);
      return minute >= hours.from && minute < hours.to;
    });
    return [minutes[0], minutes.at(-1), minutes.length];
  };

  test.each([
    ['the hour that is left out', '02:00', '03:00', [0, 59, 60]],
    ['a part of it', '02:15', '02:45', [0, 29, 30]],
    ['a minute of it', '02:59', '03:00', [0, 0, 1]],
    ['those that end in it', '01:30', '02:30', [-30, -1, 30]],
    ['those that begin in it', '02:30', '03:30', [0, 29, 30]],
    ['those around it', '01:00', '04:00', [-60, 59, 120]],
    ['those after it', '03:00', '04:00', [0, 59, 60]],
  ])('apply once: %s', (_text, from, to, minutes) => {
    expect(applying(from, to)).toEqual(minutes);
  });
});

test('in every other hour of the years, hours are those of the clock', () => {
  const start = Date.parse('2027-01-01T00:00:00Z');
  const property = fc.property(
    fc.nat({ max: 2 * 365 * 1440 }),
    fc.nat({ max: 1440 }),
    fc.nat({ max: 1440 }),
    fc.constantFrom(zone, 'Atlantic/Reykjavik', 'Atlantic/Azores'),
    (minutes, from, to, timeZone) => {
      const at = start + minutes * 60_000;
      const wall = minuteOfDay(at, timeZone);
      const hourAgo = minuteOfDay(at - 3_600_000, timeZone);
      fc.pre((wall - hourAgo + 1440) % 1440 === 60);
      expect(minuteForHours({ from, to }, at, timeZone)).toBe(wall);
    },
  );
  fc.assert(property, { numRuns: 2000 });
});
