import { describe, expect, it } from 'vitest';
import { timeFormats } from './time-format.ts';

const now = new Date(2026, 10, 20, 18, 49, 26).getTime();
const minute = 60_000;
const nb = timeFormats('nb');

describe('times', () => {
  it('are written DD.MM.YYYY HH:mm:ss in Norwegian [C9.10 C9.11]', () => {
    expect(nb.exact(now)).toBe('20.11.2026 18:49:26');
    expect(nb.dayAndClock(now)).toBe('20.11.2026 18:49');
  });

  it('are said in words that grow coarser with age', () => {
    expect(nb.relative(now - 20_000, now)).toBe('nå');
    expect(nb.relative(now - 5 * minute, now)).toBe('for 5 minutter siden');
    expect(nb.relative(now - 3 * 60 * minute, now)).toBe('for 3 timer siden');
    expect(timeFormats('en').relative(now - 5 * minute, now)).toBe('5 minutes ago');
  });

  it('of a device whose clock runs ahead are never in the future', () => {
    expect(nb.relative(now + 5 * minute, now)).toBe('nå');
    expect(nb.age(now + 5 * minute, now)).toBe('00:00');
  });

  it('of an open alarm tick in minutes and seconds, with hours when there are any', () => {
    expect(nb.age(now - 134_000, now)).toBe('02:14');
    expect(nb.age(now - 3_734_000, now)).toBe('1:02:14');
  });

  it('leave out the date when it is today', () => {
    expect(nb.short(now - minute, now)).toBe('18:48');
    expect(nb.short(now - 24 * 60 * minute, now)).toBe('19.11.2026 18:49');
  });

  it('beside a marker show the weekday for five days and the date after that', () => {
    expect(nb.marker(now - minute, now)).toBe('fre. 18:48');
    expect(nb.marker(now - 6 * 24 * 60 * minute, now)).toBe('14.11 18:49');
    expect(timeFormats('en').marker(now - 6 * 24 * 60 * minute, now)).toBe('14/11 18:49');
  });
});
