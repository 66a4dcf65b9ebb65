import { afterEach, expect, it } from 'vitest';
import { dayOf, endOfDay, monthFrom, readDay, startOf, writtenDay } from './day.ts';
import { browserZone, localTime, setTimeZone } from './time-zone.ts';

afterEach(() => setTimeZone(browserZone()));

it('a chosen day lasts until its end, and is shown as the same day', () => {
  const end = endOfDay('2026-03-29');
  expect(end).not.toBeNull();
  expect(dayOf(end ?? 0)).toBe('2026-03-29');
  expect(dayOf((end ?? 0) + 1)).toBe('2026-03-30');
  expect(endOfDay('')).toBeNull();
});

it('a year that is being typed stays as it is', () => {
  for (const day of ['0002-03-29', '0020-03-29', '0202-03-29']) expect(dayOf(endOfDay(day) ?? 0)).toBe(day);
});

it.each([
  ['Europe/Oslo', '2026-03-28T23:00Z', '2026-03-29T22:00Z'], // 23 hours long
  ['Europe/Oslo', '2026-10-24T22:00Z', '2026-10-25T23:00Z'], // 25 hours long
  ['Atlantic/Reykjavik', '2026-07-01T00:00Z', '2026-07-02T00:00Z'],
  ['America/St_Johns', '2026-01-01T03:30Z', '2026-01-02T03:30Z'],
])('a day is one of the zone of the console: %s, %s', (zone, from, to) => {
  setTimeZone(zone);
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const day = dayOf(begin);
  expect(startOf(day)).toBe(begin);
  expect(startOf(day, 1)).toBe(end);
  expect(endOfDay(day)).toBe(end - 1);
  expect(localTime(begin)).toBe(`${day}T00:00:00.000`);
  expect(dayOf(begin - 1)).not.toBe(day);
});

it('months are counted over the end of a year', () => {
  expect(monthFrom('2026-01-31', -11)).toBe('2025-02-01');
  expect(monthFrom('2026-11-27', 2)).toBe('2027-01-01');
});

it.each(['31.12.2026', ' 31. 12. 2026', '31/12/2026', '31-12-2026', '31 12 2026', '31122026', '2026-12-31'])(
  'a day is read as people write it: %s',
  (text) => expect(readDay(text)).toBe('2026-12-31'),
);

it.each(['31.11.2026', '0.1.2026', '1.13.2026', '31.12.26', '31.12', '2026', 'i morgen', '31.12.2026 kl. 12'])(
  'what is no day is none: %s',
  (text) => expect(readDay(text)).toBeNull(),
);

it('a day is written in the language of the console', () => {
  expect(writtenDay('2026-03-01', 'nb')).toBe('01.03.2026');
  expect(writtenDay('2026-03-01', 'en')).toBe('01/03/2026');
  expect([writtenDay('', 'nb'), readDay(' ')]).toEqual(['', '']);
});
