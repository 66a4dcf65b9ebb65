import { expect, it } from 'vitest';
import { type MarketId, timeZoneOf, zipCode } from './markets.ts';

it('takes a zip code with the number of digits of its market, spaces or not', () => {
  expect(zipCode(1, '6003')).toBe('6003');
  expect(zipCode(4, '114 55')).toBe('11455');
  expect(zipCode(5, '101')).toBe('101');
  expect(zipCode(99 as MarketId, '6003')).toBe('6003'); // an unknown market counts as Norway
  for (const wrong of ['600', '60033', '60O3', '']) expect(zipCode(1, wrong)).toBeNull();
});

it('has the clocks of its country', () => {
  expect(([1, 2, 3, 4, 5] as const).map(timeZoneOf)).toEqual([
    ...['Europe/Oslo', 'Europe/Oslo', 'Europe/Oslo', 'Europe/Stockholm', 'Atlantic/Reykjavik'],
  ]);
});
