import type { Policy } from '@varde/catalogue/permissions';
import { deviceEventOf } from '@varde/testing/device-events';
import {
  type FeatureApi,
  openFeatureApi,
  type Person,
  testCustomers,
  testNow,
} from '@varde/testing/feature-api';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceIdentities } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.execute(sql`truncate devices, transactions cascade`);
  deviId = await api.addDevice({ fiwaNum: 12 });
  await api.db.update(deviceIdentities).set({ secret: 'secret' });
});

const get = (who: Person, id = deviId) => api.call(who, 'GET', `/ajax/devices/${id}`);
const positions = (who: Person, query = '') =>
  api.call(who, 'GET', `/ajax/devices/${deviId}/positions?${query}`);

let tranId = 0;
const store = (row: Partial<typeof transactions.$inferInsert>) =>
  api.db.insert(transactions).values({
    tranId: ++tranId,
    recTs: new Date(testNow + tranId),
    deviId,
    dehaId: 23,
    custId: testCustomers.home,
    metyId: 5,
    tranSource: 3,
    posLati: 59.9,
    posLong: 10.7,
    posType: 0,
    posTime: new Date(testNow),
    ...row,
  });

test('a device comes with what the caller may do with it, and without its secrets [D7.002]', async () => {
  const { body } = await get('nurse');
  expect(body).toMatchObject({ deviId, fiwaNum: 12, ownedByCustName: 'home' });
  expect(body.abilities).toEqual(['map', 'transactions', 'settings', 'resetAlarm', 'assign']);
  expect((await get('tracker')).body.abilities).toEqual(['map']);
  expect(JSON.stringify(body)).not.toContain('secret');
});

test('the buttons come from the policies at the customer that owns the device, and from none held elsewhere [C6.44]', async () => {
  const elsewhere = await api.addDevice({ custId: testCustomers.firm });
  api.setRights('colleague', {
    policies: [
      { role: 'TRACKER', custId: testCustomers.home },
      { role: 'RESTRICTED_USER', custId: testCustomers.firm },
    ],
  });
  expect((await get('colleague')).body.abilities).toEqual(['map']);
  const all = ['map', 'transactions', 'settings', 'resetAlarm', 'assign'];
  expect((await get('colleague', elsewhere)).body.abilities).toEqual(all);
  api.setRights('colleague', { policies: [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] });
});

test('a foreign device cannot be told from one that does not exist', async () => {
  expect(await get('stranger')).toEqual(await get('stranger', 2147483647));
  expect((await get('stranger')).status).toBe(404);
  expect((await get('nobody')).status).toBe(403);
  expect((await positions('stranger')).status).toBe(404);
  expect((await api.call('nurse', 'GET', '/ajax/devices/99999999999')).status).toBe(400);
  expect((await api.call('nurse', 'GET', "/ajax/devices/1'--")).status).toBe(400);
});

test('positions come newest first by when they were found, whatever order they came in, each with place and time [D5.056]', async () => {
  expect((await positions('nurse')).body).toEqual({ positions: [] });
  await store({ posTime: new Date(testNow), posLati: 60 });
  await store({ posTime: new Date(testNow - 60_000), posLati: 59, historical: true });
  await store({ posLati: null, posLong: null, posTime: null, posType: null, metyId: 2 });
  await store({ posLati: null });
  await store({ posLong: null });
  await store({ posTime: null });
  const { body } = await positions('tracker');
  expect(body.positions.map((one: { posLati: number }) => one.posLati)).toEqual([60, 59]);
  expect((await positions('nurse', 'count=1')).body.positions).toHaveLength(1);
  expect((await positions('nurse', 'count=51')).status).toBe(400);
});

test('where somebody was while the device belonged to another customer stays with that customer', async () => {
  await store({ custId: testCustomers.firm });
  expect((await positions('nurse')).body.positions).toEqual([]);
  expect((await positions('operator')).body.positions).toHaveLength(1);
});

describe('the map of a device', () => {
  const atHome = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
  const place = { posLati: 59.9, posLong: 10.7, posTime: new Date(testNow), posType: 0, place: 'Stua' };
  const withPolicies = (...only: Policy[]) =>
    api.setRights('colleague', { policies: atHome, only: ['DEVICE_LIST', ...only] });
  const follow = async () => {
    const feed = await api.open('colleague', 'device', { deviId: String(deviId) });
    const first = await feed?.first(null);
    feed?.take(deviceEventOf(testCustomers.home, { deviId, rev: 9, posLati: 60, place: 'Hagen' }));
    return [first, feed?.flush()];
  };

  beforeEach(async () => {
    deviId = await api.addDevice(place);
    await store({});
  });
  afterEach(() => api.setRights('colleague', { policies: atHome }));

  test('is open with DEVICE_ACCESS_MAP alone: positions, place and what changes [C6.49]', async () => {
    withPolicies('DEVICE_ACCESS_MAP');
    const { body } = await get('colleague');
    expect(body).toMatchObject({ abilities: ['map'], posLati: 59.9, posTime: testNow, place: 'Stua' });
    expect((await positions('colleague')).body.positions).toHaveLength(1);
    expect(await follow()).toMatchObject([
      { device: { posLati: 59.9, place: 'Stua' } },
      { device: { rev: 9, posLati: 60 } },
    ]);
  });

  test('is closed without it, whatever else the caller may do: no call tells where the device is', async () => {
    withPolicies('DEVICE_TRANSACTION_LOG', 'DEVICE_SETTINGS', 'DEVICE_TRACKING', 'DEVICE_POSITIONING');
    const { body } = await get('colleague');
    expect(body.abilities).toEqual(['transactions', 'settings']);
    expect(body).toMatchObject({ posLati: null, posLong: null, posTime: null, posType: null, place: null });
    expect((await positions('colleague')).status).toBe(403);
    const messages = await follow();
    expect(messages).toMatchObject([{ device: { deviId } }, { device: { deviId, rev: 9 } }]);
    expect(JSON.stringify(messages)).not.toMatch(/posL|place|59\.9|Hagen/);
  });
});
