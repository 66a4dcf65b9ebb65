import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { testHoldsMs } from '@varde/catalogue/last-test';
import { statuses } from '@varde/catalogue/statuses';
import { userTags } from '@varde/catalogue/user-tags';
import { warningFlags } from '@varde/catalogue/warning-flags';
import { type DeviceFilter, deviceFilter } from '@varde/contract/devices';
import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import { flagColumns } from '#domain/devices/flag-columns.ts';
import { devices } from '#domain/devices/tables.ts';
import { createDevicesFeature } from './index.ts';
import { passesFilter } from './passes-filter.ts';

const tests = [testHoldsMs + 1, testHoldsMs, 60_000].map((ago) => new Date(testNow - ago));

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
  const some = fc.sample(device, { numRuns: 300, seed: 7 });
  for (const [index, { flags, charging, ...rest }] of some.entries())
    await api.addDevice({
      ...rest,
      charging,
      ...flagColumns(new Set(flags), { charging }),
      deviceSerialNumber: `SN${1000 + index}`,
    });
});
afterAll(() => api.close());

const device = fc.record({
  deviceName: fc.constantFrom('Ålesund 12', 'ÅLESUND', 'sol_vik', 'solXvik', '100 %', 'back\\slash', 'SN10'),
  flags: fc.subarray([...warningFlags], { maxLength: 3 }),
  charging: fc.boolean(),
  lastMsgIn: fc.option(fc.constant(new Date('2026-01-01T00:00:00Z'))),
  userTag: fc.constantFrom(...userTags),
  lastTestAt: fc.constantFrom(null, ...tests),
  dehaId: fc.constantFrom(1, 23, 31, 34, 99),
  custId: fc.constantFrom<number>(testCustomers.home, testCustomers.firm),
});

const filters: DeviceFilter[] = [
  {},
  ...statuses.map(({ key }) => ({ status: key })),
  ...alarmFilters.map(({ key }) => ({ filter: key })),
  ...['ålesund', 'ÅLE', 'l_v', '100 %', '\\', 'sn10', '12 sn', ' '].map((search) => ({ search })),
  { search: 'sol', status: 'clear', filter: 'ok' },
  ...[1, 23, 99, 45].map((dehaId) => ({ dehaId })),
  { wifi: 1 },
  { userTags: 'GPS' },
  { userTags: 'NONE,OTHER' },
  { maintain: 1 },
  { testDue: 1 },
  { wifi: 1, maintain: 1, filter: 'offline' },
];

test.each(
  filters.map((filter) => [new URLSearchParams(filter as Record<string, string>).toString(), filter]),
)('a changed device belongs to the list exactly when the query returns it: "%s"', async (query, filter) => {
  const passes = passesFilter(deviceFilter.parse(filter), api.clock.now);
  const all = await api.db.select().from(devices);
  const expected = all
    .filter((row) => passes(presentDeviceRow(row, '')))
    .map(({ deviId }) => deviId)
    .sort((a, b) => a - b);
  const { body } = await api.call('operator', 'GET', `/ajax/devices?limit=500&${query}`);
  const listed = body.devices.map(({ deviId }: { deviId: number }) => deviId);
  expect(listed.sort((a: number, b: number) => a - b)).toEqual(expected);
});
