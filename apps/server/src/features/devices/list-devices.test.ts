import { alarmFilters, matchesAlarmFilter } from '@varde/catalogue/alarm-filters';
import { statusOf } from '@varde/catalogue/statuses';
import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { devices } from '#platform/schema.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(() => api.db.execute(sql`truncate devices cascade`));

const list = (query = '', who: Parameters<FeatureApi['call']>[0] = 'nurse') =>
  api.call(who, 'GET', `/ajax/devices?${query}`);
const namesIn = async (query = '', who: Parameters<FeatureApi['call']>[0] = 'nurse') =>
  (await list(query, who)).body.devices.map((device: { deviceName: string }) => device.deviceName);

test('an empty fleet is an empty list with a total of nothing', async () => {
  expect(await list()).toEqual({
    status: 200,
    body: { devices: [], nextCursor: null, total: 0, totalIsLowerBound: false, rev: 0 },
  });
});

test('each sees the devices of the own customers and no others', async () => {
  await api.addDevice({ deviceName: 'at home' });
  await api.addDevice({ deviceName: 'at the other home', custId: testCustomers.otherHome });
  await api.addDevice({ deviceName: 'at the firm', custId: testCustomers.firm });
  expect(await namesIn('', 'nurse')).toEqual(['at home']);
  expect(await namesIn('', 'tracker')).toEqual(['at home']);
  expect(await namesIn('', 'manager')).toEqual(['at home', 'at the other home']);
  expect(await namesIn('', 'stranger')).toEqual(['at the firm']);
  expect(await namesIn('', 'operator')).toHaveLength(3);
  expect((await list('', 'nobody')).body).toMatchObject({ status: 403, code: 'notAllowed' });
});

test('each device comes with what the caller may do with it', async () => {
  await api.addDevice();
  const abilitiesOf = async (who: Parameters<FeatureApi['call']>[0]) =>
    (await list('', who)).body.devices[0].abilities;
  expect(await abilitiesOf('nurse')).toEqual(['map', 'transactions', 'settings', 'resetAlarm', 'assign']);
  expect(await abilitiesOf('tracker')).toEqual(['map']);
});

test('asking for a customer shows it and all below it, and nothing of a foreign one', async () => {
  await api.addDevice({ deviceName: 'home' });
  await api.addDevice({ deviceName: 'other', custId: testCustomers.otherHome });
  expect(await namesIn(`custId=${testCustomers.municipality}`, 'manager')).toEqual(['home', 'other']);
  expect(await namesIn(`custId=${testCustomers.otherHome}`, 'manager')).toEqual(['other']);
  expect(await namesIn(`custId=${testCustomers.otherHome}`, 'nurse')).toEqual([]);
  expect(await namesIn('custId=2147483647', 'operator')).toEqual([]);
  expect((await list('custId=2147483648', 'operator')).status).toBe(400);
});

const sorts = {
  default: ['b urgent', 'a calm', 'c calm', 'd calm'],
  name: ['a calm', 'b urgent', 'c calm', 'd calm'],
  lastContactAscending: ['a calm', 'c calm', 'b urgent', 'd calm'],
  lastContactDescending: ['d calm', 'b urgent', 'c calm', 'a calm'],
};
test.each(Object.entries(sorts))(
  'sorted by %s, pages of one give every device once, in order',
  async (sort, expected) => {
    await api.addDevice({ deviceName: 'd calm', lastMsgIn: new Date(5000) });
    await api.addDevice({ deviceName: 'a calm' });
    await api.addDevice({ deviceName: 'c calm' });
    await api.addDevice({ deviceName: 'b urgent', status: 5, lastMsgIn: new Date(5000) });
    // finer than a millisecond, and the same millisecond
    await api.db.execute(sql`update devices set last_msg_in = last_msg_in + interval '300 microseconds'
    where device_name = 'd calm'`);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 9; page++) {
      const { body } = await list(`sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.devices.map((device: { deviceName: string }) => device.deviceName));
      expect(body.total).toBe(page === 0 ? 4 : null);
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(expected);
  },
);

test('searching finds a part of the name or the serial number, whatever the case, and follows a new name', async () => {
  const deviId = await api.addDevice({ deviceName: 'Øygard Ærlig', deviceSerialNumber: 'XY-100' });
  await api.addDevice({ deviceName: '100 % ull', deviceSerialNumber: 'A_B' });
  expect(await namesIn(`search=${encodeURIComponent('øYGARD')}`)).toEqual(['Øygard Ærlig']);
  expect(await namesIn('search=y-1')).toEqual(['Øygard Ærlig']);
  expect(await namesIn('search=%25')).toEqual(['100 % ull']);
  expect(await namesIn('search=_')).toEqual(['100 % ull']);
  expect(await namesIn('search=%5C')).toEqual([]);
  expect(await namesIn(`search=${encodeURIComponent("'; drop table devices; --")}`)).toEqual([]);
  expect(await namesIn(`search=${encodeURIComponent('<script>')}`)).toEqual([]);
  expect((await list('search=%00')).body.code).toBe('validationFailed');
  await api.db.update(devices).set({ deviceName: 'Nytt navn' }).where(sql`devi_id = ${deviId}`);
  expect(await namesIn('search=nytt+n')).toEqual(['Nytt navn']);
});

test('a status and each alarm filter show what the catalogue says that they show', async () => {
  const kinds = [
    { flags: [], charging: false, lastMsgIn: null },
    { flags: [], charging: true, lastMsgIn: new Date() },
    { flags: ['alarmWarning', 'batteryWarning'], charging: false, lastMsgIn: new Date() },
    { flags: ['batteryWarning'], charging: true, lastMsgIn: new Date() },
    { flags: ['batteryWarning', 'selfCheckWarning'], charging: false, lastMsgIn: new Date() },
    { flags: ['offlineWarning', 'offline'], charging: false, lastMsgIn: new Date() },
    { flags: ['inactiveWarning'], charging: false, lastMsgIn: new Date() },
    {
      flags: ['generalWarning', 'geofenceWarning', 'outdatedPositionWarning'],
      charging: false,
      lastMsgIn: null,
    },
  ].map(({ flags, ...kind }, index) => {
    const set = Object.fromEntries(flags.map((flag) => [flag, true]));
    return { ...kind, deviceName: `kind ${index}`, flags, set, status: statusOf(set, kind).priority };
  });
  for (const { set: _, ...kind } of kinds) await api.addDevice(kind);
  for (const { key, predicate } of alarmFilters) {
    const expected = kinds.filter(({ set, charging, lastMsgIn }) =>
      matchesAlarmFilter(predicate, { flags: set, charging, lastMsgIn: lastMsgIn?.getTime() ?? null }),
    );
    expect(await namesIn(`sort=name&filter=${key}`), key).toEqual(expected.map((kind) => kind.deviceName));
  }
  expect(await namesIn('status=alarm')).toEqual(['kind 2']);
  expect((await list('status=drop')).status).toBe(400);
});

test('a cursor that was made up or belongs to another sort order is refused as a bad request', async () => {
  await api.addDevice();
  const made = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
  const bad = [
    'x',
    '!!',
    made(null),
    made([1]),
    made([5, 'a\0', 1]),
    made([1e12, 'a', 1]),
    made(['1', 'a', 1]),
    made([1, "a'", 1.5]),
  ];
  for (const cursor of bad) {
    const { status, body } = await list(`cursor=${encodeURIComponent(cursor)}`);
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validationFailed', 'cursor']);
  }
  expect((await list(`sort=lastContactAscending&cursor=${made([Number.MAX_SAFE_INTEGER, 1])}`)).status).toBe(
    400,
  );
  expect((await list(`cursor=${made([5, "a' or 1=1 --", 1])}`)).status).toBe(200);
});

test('more devices than are counted are told as a lower bound', async () => {
  await api.db.execute(sql`insert into devices (deha_id, cust_id, device_name, device_serial_number, protocol, identity)
    select 23, ${testCustomers.home}, 'n' || i, 's' || i, 'eview', i::text from generate_series(1, 10001) i`);
  expect((await list('limit=1')).body).toMatchObject({ total: 10_000, totalIsLowerBound: true });
  await api.db.execute(sql`delete from devices where identity = '1'`);
  expect((await list('limit=1')).body).toMatchObject({ total: 10_000, totalIsLowerBound: false });
});
