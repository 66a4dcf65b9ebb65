import { describe, expect, it } from 'vitest';
import { addDays, localDate } from './local-date.ts';

describe('the day of a time', () => {
  it.each([
    ['2026-11-25T22:59:59Z', 'Europe/Oslo', '2026-11-25'],
    ['2026-11-25T23:00:00Z', 'Europe/Oslo', '2026-11-26'],
    ['2026-06-30T22:00:00Z', 'Europe/Oslo', '2026-07-01'],
    ['2026-11-25T23:59:59Z', 'Atlantic/Reykjavik', '2026-11-25'],
  ])('%s in %s is %s', (time, zone, date) => {
    expect(localDate(Date.parse(time), zone)).toBe(date);
  });

  it('moves by whole days, also over the change of the clocks and the end of a month', () => {
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-11-25', -13)).toBe('2026-11-12');
  });
});
