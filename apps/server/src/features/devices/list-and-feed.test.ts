import { alarmFilters, maintain, passesAlarmFilter } from '@varde/catalogue/alarm-filters';
import { wifiHardware } from '@varde/catalogue/hardware/index';
import { isTestDue, testHoldsMs } from '@varde/catalogue/last-test';
import { byName } from '@varde/catalogue/name-order';
import { isCalm, rankOf, statuses } from '@varde/catalogue/statuses';
import { userTags } from '@varde/catalogue/user-tags';
import { warningFlags } from '@varde/catalogue/warning-flags';
import type { DeviceFilter, PlacedDevice } from '@varde/contract/devices';
import { deviceSorts } from '@varde/contract/filters';
import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import { flagColumns } from '#domain/devices/flag-columns.ts';
import { devices } from '#domain/devices/tables.ts';
import { linkTwins, swapTwins } from '#domain/life/twins.ts';
import { createDevicesFeature } from './index.ts';

const tests = [testHoldsMs + 1, testHoldsMs, 60_000].map((ago) => new Date(testNow - ago));
const contacts = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];

const unit = fc.record({
  deviceName: fc.constantFrom('Ålesund 12', 'ÅLESUND', 'sol_vik', 'solXvik', '100 %', 'back\\slash', 'SN10'),
  flags: fc.subarray([...warningFlags], { maxLength: 2 }),
  charging: fc.boolean(),
  /** Null: it is in stock. */
  activatedDate: fc.option(fc.constant(new Date(testNow)), { freq: 5 }),
  lastMsgIn: fc.option(fc.constantFrom(...contacts)),
  userTag: fc.constantFrom(...userTags),
  lastTestAt: fc.constantFrom(null, ...tests),
  noteAddedAt: fc.constantFrom(null, ...contacts),
  dehaId: fc.constantFrom(1, 23, 31, 34, 99),
  place: fc.option(fc.constant({ posLati: 62.4722, posLong: 6.1549, posTime: new Date(testNow) })),
});
/** One in three is a pair of twins; one in two is without a warning. */
const entry = fc.record({
  units: fc.oneof({ arbitrary: fc.tuple(unit), weight: 2 }, { arbitrary: fc.tuple(unit, unit), weight: 1 }),
  calm: fc.boolean(),
  custId: fc.constantFrom<number>(testCustomers.home, testCustomers.firm),
});

let api: FeatureApi;
/** The units of each entry as they are stored: the device, or the master and its clone. */
let entries: PlacedDevice[][];
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
  const stored: number[][] = [];
  for (const { units, calm, custId } of fc.sample(entry, { numRuns: 150, seed: 7 })) {
    const added: number[] = [];
    for (const { flags, place, ...rest } of units) {
      const shown = flagColumns(new Set(calm ? [] : flags), rest);
      added.push(await api.addDevice({ ...rest, ...place, ...shown, custId }));
    }
    stored.push(added);
  }
  const rows = await rowsById();
  for (const [master, clone] of stored.map((units) => units.map((deviId) => rows.get(deviId))))
    if (master !== undefined && clone !== undefined) await linkTwins(api.db, { master, clone });
  const linked = await rowsById();
  entries = stored.map((units) =>
    units.flatMap((deviId) => {
      const row = linked.get(deviId);
      return row === undefined ? [] : [presentDeviceRow(row, '')];
    }),
  );
});
afterAll(() => api.close());

const rowsById = async () => new Map((await api.db.select().from(devices)).map((row) => [row.deviId, row]));

const filters: DeviceFilter[] = [
  {},
  ...statuses.map(({ key }) => ({ status: key })),
  ...alarmFilters.map(({ key }) => ({ filter: key })),
  ...['ålesund', 'ÅLE', 'l_v', '100 %', '\\', 'sn10', '12 sn', ' '].map((search) => ({ search })),
  { search: 'sol', status: 'clear', filter: 'ok' },
  { search: 'sol', filter: 'offline' },
  ...[1, 23, 99, 45].map((dehaId) => ({ dehaId })),
  { wifi: 1 },
  { userTags: 'GPS' },
  { userTags: 'NONE,OTHER' },
  { userTags: 'NONE', filter: 'offline' },
  { maintain: 1 },
  { testDue: 1 },
  { unplaced: 1 },
  { unplaced: 1, filter: 'offline' },
  { wifi: 1, maintain: 1, filter: 'offline' },
];

/** Decision 0016: words, tag and "nothing is wrong" are about the pair, everything else about one of its units. */
function belongs(units: readonly PlacedDevice[], filter: DeviceFilter): boolean {
  const words = units.flatMap(({ deviceName, deviceSNNum }) =>
    [deviceName, deviceSNNum].map((word) => word.toLowerCase()),
  );
  const found = filter.search?.trim().toLowerCase() ?? '';
  const predicate = alarmFilters.find(({ key }) => key === filter.filter)?.predicate;
  const isWell = units.every(({ status }) => isCalm(status));
  return (
    (found === '' || words.some((word) => word.includes(found))) &&
    (filter.userTags === undefined || filter.userTags.split(',').includes(units[0]?.userTag ?? '')) &&
    units.some(
      (unit) =>
        (filter.status === undefined || (unit.status === filter.status && (filter.status !== 'clear' || isWell))) &&
        (predicate === undefined || passesAlarmFilter(predicate, isWell ? unit : { ...unit, status: 'general' })) &&
        (filter.dehaId === undefined || unit.dehaId === filter.dehaId) &&
        (filter.wifi === undefined || wifiHardware.some((dehaId) => dehaId === unit.dehaId)) &&
        (filter.maintain === undefined || passesAlarmFilter(maintain, unit)) &&
        (filter.testDue === undefined || isTestDue(unit.lastTestAt, testNow)) &&
        (filter.unplaced === undefined || unit.posTime === null),
    )
  );
}

const numbers = (rows: readonly { deviId: number }[]) => rows.map(({ deviId }) => deviId).sort((a, b) => a - b);
const expected = (filter: DeviceFilter) =>
  numbers(entries.flatMap((units) => (belongs(units, filter) ? units.slice(0, 1) : [])));
const cases = filters.map(
  (filter) => [new URLSearchParams(filter as Record<string, string>).toString(), filter] as const,
);

test.each(cases)('a pair of twins is listed once, when either unit matches: "%s"', async (query, filter) => {
  for (const sort of deviceSorts) {
    const { body } = await api.call('operator', 'GET', `/ajax/devices?limit=500&sort=${sort}&${query}`);
    expect(numbers(body.devices), sort).toEqual(expected(filter));
  }
});

test.each(cases)(
  'a changed device belongs to the live list exactly when the query returns it: "%s"',
  async (query, filter) => {
    const feed = await api.open('operator', 'devices', {}, query);
    const all = await api.db.select().from(devices);
    for (const row of all) feed?.take(deviceEvent(row, ''));
    await feed?.prepare?.();
    const message = feed?.flush();
    expect(numbers(message?.changes ?? [])).toEqual(expected(filter));
    const back = await feed?.first(0);
    expect(numbers(back?.changes ?? []), 'after an absence').toEqual(expected(filter));
    const left = new Set(message?.removed);
    for (const [master] of entries) {
      const isListed = expected(filter).includes(master?.deviId ?? 0);
      expect([master?.deviId, left.has(master?.deviId ?? 0)]).toEqual([master?.deviId, !isListed]);
    }
  },
);

const silence = ({ lastMsgIn }: PlacedDevice) => lastMsgIn ?? Number.NEGATIVE_INFINITY;
const worst = (units: readonly PlacedDevice[]) => Math.min(...units.map(({ status }) => rankOf(status)));

test.each(['', 'filter=offline', 'maintain=1', 'dehaId=34', 'search=sol'])(
  'a pair stands in the list where its worse unit stands: by status, and by the longer silence: "%s"',
  async (query) => {
    const of = async (sort: string): Promise<PlacedDevice[][]> => {
      const { body } = await api.call('operator', 'GET', `/ajax/devices?limit=500&sort=${sort}&${query}`);
      return body.devices.map(({ deviId }: PlacedDevice) => entries.find(([master]) => master?.deviId === deviId));
    };
    const priorities = (await of('default')).map(worst);
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
    const silences = (await of('lastContactAscending')).map((units) => Math.min(...units.map(silence)));
    expect(silences).toEqual(silences.toSorted((a, b) => a - b));
    expect((await of('lastContactDescending')).map((units) => Math.min(...units.map(silence)))).toEqual(
      silences.toReversed(),
    );
    const names = (await of('name')).map(([master]) => master?.deviceName ?? '');
    expect(names).toEqual(names.toSorted(byName));
  },
);

describe('a device that becomes the clone of its pair leaves the list, and the other unit comes in its place', () => {
  const pair = async () => {
    const ids = await Promise.all(
      ['Anton', 'Reserve'].map((deviceName) =>
        api.addDevice({ deviceName, dehaId: 34, custId: testCustomers.home, userTag: 'GPS' }),
      ),
    );
    const [master, clone] = await rowsOf(ids);
    await linkTwins(api.db, { master, clone });
    return ids as [number, number];
  };
  const rowsOf = async (ids: readonly number[]) => {
    const rows = await rowsById();
    const row = (deviId = 0) => rows.get(deviId) as typeof devices.$inferSelect;
    return [row(ids[0]), row(ids[1])] as const;
  };

  test.each(['', 'search=anton', 'userTags=GPS', 'dehaId=34', 'status=neverUsed'])(
    'with the filter "%s"',
    async (query) => {
      const [first, second] = await pair();
      const feed = await api.open('operator', 'devices', {}, query);
      const [master, clone] = await rowsOf([first, second]);
      const swapped = { userId: 1, at: new Date(testNow) };
      await api.db.transaction((tx) => swapTwins(tx, { master, clone }, swapped, {}));
      for (const row of await rowsOf([first, second])) feed?.take(deviceEvent(row, ''));
      await feed?.prepare?.();
      for (const message of [feed?.flush(), await feed?.first(0)]) {
        expect(message?.removed).toContain(first);
        expect(message?.removed).not.toContain(second);
        expect(numbers(message?.changes ?? []).filter((id) => [first, second].includes(id))).toEqual([second]);
      }
    },
  );
});
