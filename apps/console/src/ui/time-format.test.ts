import { describe, expect, it } from 'vitest';
import { elapsedParts, timeFormats } from './time-format.ts';
import { browserZone } from './time-zone.ts';

const now = new Date(2026, 10, 20, 18, 49, 26).getTime();
const minute = 60_000;
const nb = timeFormats('nb');

describe('times', () => {
  it('are written DD.MM.YYYY HH:mm:ss in Norwegian, and DD/MM/YYYY HH:mm:ss in English [C9.10 C9.11 D9.009]', () => {
    expect(nb.exact(now)).toBe('20.11.2026 18:49:26');
    expect(nb.dayAndClock(now)).toBe('20.11.2026 18:49');
    expect(timeFormats('en').exact(now)).toBe('20/11/2026 18:49:26');
    const early = new Date(2026, 2, 5, 7, 4, 9).getTime();
    expect(nb.exact(early)).toBe('05.03.2026 07:04:09');
    expect(nb.dayAndClock(early)).toBe('05.03.2026 07:04');
    expect(timeFormats('en').exact(early)).toBe('05/03/2026 07:04:09');
  });

  it('have a year of two digits in the transaction log only [D9.041]', () => {
    expect(nb.row(now)).toBe('20.11.26 18:49:26');
    for (const language of ['nb', 'en']) {
      const formats = timeFormats(language);
      const dates = [
        formats.exact(now),
        formats.day(now),
        formats.dayAndClock(now),
        formats.short(now, now + 48 * 60 * minute),
      ];
      for (const date of dates) expect(date).toMatch(/^20[./]11[./]2026\b/);
    }
  });

  it('are worded in coarser units with age', () => {
    expect(nb.relative(now - 20_000, now)).toBe('nå');
    expect(nb.relative(now - 5 * minute, now)).toBe('for 5 minutter siden');
    expect(nb.relative(now - 3 * 60 * minute, now)).toBe('for 3 timer siden');
    expect(timeFormats('en').relative(now - 5 * minute, now)).toBe('5 minutes ago');
  });

  it('of a device whose clock is ahead are never in the future', () => {
    expect(nb.relative(now + 5 * minute, now)).toBe('nå');
    expect(elapsedParts(now + 5 * minute, now)).toEqual([{ unit: 'second', count: 0 }]);
  });

  it.each([
    [59_999, '59 second'],
    [minute, '1 minute'],
    [60 * minute - 1, '59 minute'],
    [60 * minute, '1 hour'],
    [65 * minute, '1 hour 5 minute'],
    [24 * 60 * minute - 1, '23 hour 59 minute'],
    [24 * 60 * minute, '1 day'],
    [51 * 60 * minute, '2 day 3 hour'],
  ])('an age of %i ms has the units %s, and none reads like a time of day', (age, expected) => {
    const parts = elapsedParts(now - age, now).map(({ unit, count }) => `${count} ${unit}`);
    expect(parts.join(' ')).toBe(expected);
  });

  it('omit the date today', () => {
    expect(nb.short(now - minute, now)).toBe('18:48');
    expect(nb.short(now - 24 * 60 * minute, now)).toBe('19.11.2026 18:49');
  });

  it('beside a marker show the weekday for five days and the date after that', () => {
    expect(nb.marker(now - minute, now)).toBe('fre. 18:48');
    expect(nb.marker(now - 6 * 24 * 60 * minute, now)).toBe('14.11 18:49');
    expect(timeFormats('en').marker(now - 6 * 24 * 60 * minute, now)).toBe('14/11 18:49');
  });

  it('are those of the zone of the customer, whose name is beside each clock that differs from the computer’s', () => {
    const summer = Date.UTC(2026, 6, 1, 10, 52, 7);
    const winter = Date.UTC(2026, 10, 27, 11, 52, 7);
    const [here, abroad] = [timeFormats('nb', browserZone()), timeFormats('nb', 'Asia/Tokyo')];
    expect(here.clock(winter)).not.toMatch(/[A-Z]/);
    expect(abroad.clock(winter)).toMatch(/^20:52 \S+/);
    expect(abroad.exact(summer)).toMatch(/^01\.07\.2026 19:52:07 \S+/);
    expect(abroad.day(winter)).toBe('27.11.2026');
    expect(abroad.short(winter, winter)).toBe(abroad.clock(winter));
  });
});
