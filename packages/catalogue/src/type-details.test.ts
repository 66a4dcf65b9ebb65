import { expect, it } from 'vitest';
import { hardwareList } from './hardware/index.ts';
import { typeDetailsOf } from './type-details.ts';

const typesWith = (field: 'climax' | 'allowCustomEvents' | 'wifiSupport') =>
  hardwareList.map(({ dehaId }) => dehaId).filter((dehaId) => typeDetailsOf(dehaId)[field]);

it('[D3.009] the Gx8 home units are Climax units, and those that learn their sensors let users configure the events of these', () => {
  expect(typesWith('climax')).toEqual([13, 22, 26, 32]);
  expect(typesWith('allowCustomEvents')).toEqual([13, 22, 26]);
});

it('[C3.03] the watches, trackers and triggers that are asked what they hear around them support WiFi', () => {
  expect(typesWith('wifiSupport')).toEqual([23, 29, 31, 34]);
});

it('[D3.009] watches five, seven and two 4G take sound files over the air from firmware number 3 on, and no other type does', () => {
  const [able, others] = [[29, 34, 45], hardwareList.map(({ dehaId }) => dehaId)];
  for (const dehaId of others) expect(typeDetailsOf(dehaId).sotaFwnum).toBe(able.includes(dehaId) ? 3 : 0);
});

it('a type that Varde does not know has none of this', () => {
  const none = { climax: false, allowCustomEvents: false, wifiSupport: false, sotaFwnum: 0 };
  expect(typeDetailsOf(9999)).toEqual(none);
});
