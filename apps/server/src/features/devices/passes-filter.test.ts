import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { statuses } from '@varde/catalogue/statuses';
import { warningFlags } from '@varde/catalogue/warning-flags';
import { type DeviceFilter, deviceFilter } from '@varde/contract/devices';
import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import { flagColumns } from '#domain/devices/flag-columns.ts';
import { devices } from '#domain/devices/tables.ts';
import { createDevicesFeature } from './index.ts';
import { passesFilter } from './passes-filter.ts';

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
  custId: fc.constantFrom<number>(testCustomers.home, testCustomers.firm),
});

const filters: DeviceFilter[] = [
  {},
  ...statuses.map(({ key }) => ({ status: key })),
  ...alarmFilters.map(({ key }) => ({ filter: key })),
  ...['ålesund', 'ÅLE', 'l_v', '100 %', '\\', 'sn10', '12 sn', ' '].map((search) => ({ search })),
  { search: 'sol', status: 'clear', filter: 'ok' },
];

test.each(
  filters.map((filter) => [new URLSearchParams(filter as Record<string, string>).toString(), filter]),
)(
  'whether a changed device belongs to the list is what the list itself says: "%s"',
  async (query, filter) => {
    const passes = passesFilter(deviceFilter.parse(filter));
    const all = await api.db.select().from(devices);
    const expected = all
      .filter((row) => passes(presentDeviceRow(row, '')))
      .map(({ deviId }) => deviId)
      .sort((a, b) => a - b);
    const { body } = await api.call('operator', 'GET', `/ajax/devices?limit=500&${query}`);
    const listed = body.devices.map(({ deviId }: { deviId: number }) => deviId);
    expect(listed.sort((a: number, b: number) => a - b)).toEqual(expected);
  },
);
