import { expect, it } from 'vitest';
import { hardwareById } from './hardware/index.ts';
import { type PartnerPrice, priceOf } from './partner-prices.ts';

const [trigger, watch] = [23, 34];
const list: PartnerPrice[] = [
  { dehaId: -1, service: 'rent', amount: 19_900 },
  { dehaId: watch, service: 'rent', amount: 29_900 },
  { dehaId: 0, service: 'subscription', amount: 9_900 },
  { dehaId: watch, service: 'subscription', amount: 12_900 },
];

it('[C3.13] in place of a type 0 means all hardware, which decides, and -1 the default for a type without a price of its own', () => {
  expect(priceOf(list, { dehaId: watch, service: 'rent' })).toBe(29_900);
  expect(priceOf(list, { dehaId: trigger, service: 'rent' })).toBe(19_900);
  for (const dehaId of [watch, trigger]) expect(priceOf(list, { dehaId, service: 'subscription' })).toBe(9_900);
  expect(priceOf(list, { dehaId: watch, service: 'installation' })).toBeNull();
  for (const dehaId of [0, -1]) expect(hardwareById(dehaId)).toBeUndefined();
});

it('a price of nothing is a price', () => {
  const free: PartnerPrice[] = [{ dehaId: watch, service: 'rent', amount: 0 }, ...list.slice(0, 1)];
  expect(priceOf(free, { dehaId: watch, service: 'rent' })).toBe(0);
});
