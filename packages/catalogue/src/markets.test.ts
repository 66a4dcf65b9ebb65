import { expect, it } from 'vitest';
import { type MarketId, markets, timeZoneOf, zipCode } from './markets.ts';

it('takes a zip code with the number of digits of its market, spaces or not', () => {
  expect(zipCode(1, '6003')).toBe('6003');
  expect(zipCode(4, '114 55')).toBe('11455');
  expect(zipCode(5, '101')).toBe('101');
  expect(zipCode(99 as MarketId, '6003')).toBe('6003'); // an unknown market counts as Norway
  for (const wrong of ['600', '60033', '60O3', '']) expect(zipCode(1, wrong)).toBeNull();
});

it('has clocks that a machine knows, and those of Norway where the market is unknown', () => {
  for (const { id } of markets)
    expect(new Intl.DateTimeFormat('nb', { timeZone: timeZoneOf(id) }).format(0)).not.toBe('');
  expect(timeZoneOf(99 as MarketId)).toBe(timeZoneOf(1));
});
