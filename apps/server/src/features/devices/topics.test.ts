import type { PlacedDevice } from '@varde/contract/devices';
import { deviceEventOf } from '@varde/testing/device-events';
import { type FeatureApi, openFeatureApi, testCustomers } from '@varde/testing/feature-api';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { devices } from '#domain/devices/tables.ts';
import { catchUpLimit, catchUpOverlap } from './catch-up.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  deviId = await api.addDevice();
});

const changed = (
  rev: number,
  fields: Partial<PlacedDevice> = {},
  custId: number = testCustomers.home,
  previousCustId?: number,
) => deviceEventOf(custId, { deviId, rev, ...fields }, previousCustId);
const latest = async () => (await api.call('operator', 'GET', '/ajax/devices')).body.rev;
const manyDevices = (count: number) =>
  api.db.execute(sql`insert into devices (deha_id, cust_id, device_name, device_serial_number)
    select 23, ${testCustomers.home}, 'n' || i, 's' || i from generate_series(1, ${count}::int) i`);

test('of a device the row with the highest revision is published, whole, whatever the order of arrival', async () => {
  const feed = await api.open('nurse', 'devices');
  expect(feed?.urgent).toBe(false);
  feed?.take(changed(11, { battery: 40, status: 'alarm', alarmWarning: true }));
  feed?.take(changed(12, { battery: 39 }));
  expect(feed?.take(changed(10, { battery: 41, gsmStrength: 5 }))).toBe(false); // a late publication by another process
  const message = feed?.flush();
  expect(message?.rev).toBe(12);
  expect(message?.changes).toMatchObject([
    { deviId, rev: 12, battery: 39, status: 'clear', alarmWarning: false, gsmStrength: null },
  ]);
  expect(message?.changes[0]?.abilities).toContain('settings');
  expect(feed?.flush().changes).toEqual([]);
});

test('a changed note is told to the lists of those who may read it, by the number of its device', async () => {
  const [nurse, stranger] = [await api.open('nurse', 'devices'), await api.open('stranger', 'devices')];
  const event = { type: 'note', deviId, custId: testCustomers.home } as const;
  expect([nurse?.take(event), stranger?.take(event)]).toEqual([true, false]);
  expect(nurse?.flush()).toEqual({ rev: 0, changes: [], notesChanged: [deviId] });
  expect(nurse?.flush()).toEqual({ rev: 0, changes: [] });
});

test('changes of foreign customers are not published, and a device that leaves is removed', async () => {
  expect(await api.open('nobody', 'devices')).toBeNull();
  const nurse = await api.open('nurse', 'devices');
  const stranger = await api.open('stranger', 'devices');
  expect(stranger?.take(changed(1))).toBe(false);
  const moved = changed(3, {}, testCustomers.firm, testCustomers.home);
  nurse?.take(changed(1));
  expect(nurse?.take(moved)).toBe(true);
  expect(stranger?.take(moved)).toBe(true);
  expect(nurse?.flush()).toEqual({ rev: 3, changes: [], removed: [deviId] });
  expect(stranger?.flush()).toMatchObject({ changes: [{ deviId }] });
  expect(nurse?.take(changed(2))).toBe(false); // committed before it left, published after
  nurse?.take(moved);
  nurse?.take(changed(4, {}, testCustomers.home, testCustomers.firm));
  expect(nurse?.flush()).toMatchObject({ rev: 4, changes: [{ deviId, rev: 4 }] });
});

test('the server decides whether a changed device belongs to the open list', async () => {
  const alarms = await api.open('nurse', 'devices', {}, 'status=alarm');
  alarms?.take(changed(2, { status: 'alarm' }));
  expect(alarms?.flush()).toMatchObject({ rev: 2, changes: [{ deviId, rev: 2 }] });
  alarms?.take(changed(3, { status: 'clear' }));
  expect(alarms?.flush()).toEqual({ rev: 3, changes: [], removed: [deviId] });
  const home = await api.open('operator', 'devices', {}, `custId=${testCustomers.home}`);
  home?.take(changed(5, {}, testCustomers.firm));
  home?.take({ ...changed(6), deviId });
  expect(home?.flush()).toMatchObject({ rev: 6, changes: [{ deviId, rev: 6 }] });
  for (const query of ['status=melting', 'filter=99', 'custId=x'])
    await expect(api.open('nurse', 'devices', {}, query), query).rejects.toMatchObject({
      code: 'validationFailed',
    });
  expect(await api.open('nobody', 'devices', {}, 'status=alarm')).toBeNull();
});

test('of a searched list the database is asked, which also keeps a device out whose event is late', async () => {
  const found = await api.open('nurse', 'devices', {}, 'search=solv');
  const rename = async (deviceName: string, rev: number) => {
    await api.db.update(devices).set({ deviceName, rev }).where(eq(devices.deviId, deviId));
    found?.take(changed(rev));
    await found?.prepare?.();
    return found?.flush();
  };
  expect(await rename('Solvik 3', 1001)).toMatchObject({ changes: [{ deviId, deviceName: 'Solvik 3' }] });
  expect(await rename('Bakken', 1003)).toEqual({ rev: 1003, changes: [], removed: [deviId] });
  expect(found?.take(changed(1002))).toBe(false);
  await api.db.update(devices).set({ deviceName: 'Solvik 4', custId: testCustomers.firm });
  found?.take(changed(1004, {}, testCustomers.firm, testCustomers.home));
  await found?.prepare?.();
  expect(found?.flush(), 'of another customer now').toEqual({ rev: 1004, changes: [], removed: [deviId] });
});

test('devices that left are remembered within the limit of catching up, however large the fleet', async () => {
  const feed = await api.open('nurse', 'devices', {}, 'status=alarm');
  const leaves = (id: number) => feed?.take(deviceEventOf(testCustomers.home, { deviId: id, rev: 10 }));
  const isTakenLate = (id: number) =>
    feed?.take(deviceEventOf(testCustomers.home, { deviId: id, rev: 9, status: 'alarm' }));
  for (let id = 1; id <= catchUpOverlap; id++) leaves(id);
  expect(isTakenLate(1)).toBe(false);
  leaves(catchUpOverlap + 1);
  expect(isTakenLate(2)).toBe(false);
  expect(isTakenLate(1)).toBe(true);
});

test('the topic of the list carries no positions; the topic of a device does, and subscribing to it is audited', async () => {
  await api.db
    .update(devices)
    .set({ posLati: 59.9, posLong: 10.7, posType: 0, place: 'Stua', rev: sql`nextval('rev_seq')` })
    .where(eq(devices.deviId, deviId));
  const place = { posLati: 59.9, posLong: 10.7, posType: 0, posTime: 5, posAccuracy: 3, place: 'Stua' };
  const list = await api.open('nurse', 'devices');
  list?.take(changed(11, { ...place, battery: 40 }));
  const change = list?.flush();
  expect(change?.changes).toMatchObject([{ deviId, rev: 11, battery: 40 }]);
  const body = (await api.call('nurse', 'GET', '/ajax/devices')).body;
  const answers = JSON.stringify([body, await list?.first(0), change]);
  for (const where of ['Stua', '59.9', 'posLati', 'posTime']) expect(answers).not.toContain(where);
  const looks = () => api.db.execute(sql`select action, devi_id from audit_entries`);
  expect((await looks()) as { rows: [] }).toMatchObject({ rows: [] });
  const own = await api.open('nurse', 'device', { deviId: String(deviId) });
  expect(await own?.first(null)).toMatchObject({ device: { place: 'Stua' } });
  await api.open('nurse', 'device', { deviId: String(deviId) });
  expect(await looks()).toMatchObject({ rows: [{ action: 'device.followed', devi_id: deviId }] });
});

test('a browser that was away gets the whole rows that changed since, of its own customers', async () => {
  const since = await latest();
  await api.addDevice({ custId: testCustomers.firm });
  await api.db.update(devices).set({ battery: 7, rev: sql`nextval('rev_seq')` }).where(eq(devices.deviId, deviId));
  const feed = await api.open('nurse', 'devices');
  const message = await feed?.first(since);
  expect(message?.changes).toMatchObject([{ deviId, battery: 7, ownedByCustName: 'home' }]);
  expect(message?.rev).toBe(await latest());
  expect(await feed?.first(null)).toBeNull();
});

test('a change that is committed after one with a higher number is not missed', async () => {
  const rev = (await latest()) + 500;
  await api.addDevice({ rev, deviceName: 'other' }); // the `rev` of the list
  await api.db
    .update(devices)
    .set({ battery: 7, rev: rev - 1 })
    .where(eq(devices.deviId, deviId));
  const message = await (await api.open('nurse', 'devices'))?.first(rev);
  expect(message?.changes).toContainEqual(expect.objectContaining({ deviId, battery: 7 }));
  await api.addDevice({ rev: rev + catchUpOverlap });
  expect((await (await api.open('nurse', 'devices'))?.first(rev + catchUpOverlap))?.changes).toHaveLength(1);
});

test('too many changes, or a number that a restore has undone, ask for the list again', async () => {
  await manyDevices(catchUpLimit);
  const feed = await api.open('nurse', 'devices');
  const rev = await latest();
  expect(await feed?.first(0)).toEqual({ rev, changes: [], reset: true });
  expect(await feed?.first(rev + 1)).toEqual({ rev, changes: [], reset: true });
  await api.db.delete(devices).where(eq(devices.deviId, deviId));
  expect((await feed?.first(0))?.changes).toHaveLength(catchUpLimit);
});

test("a device's own topic begins with the device and then sends changes, settings included", async () => {
  for (const id of ['0', 'x', '99999999999', '2147483647'])
    expect(await api.open('nurse', 'device', { deviId: id })).toBeNull();
  expect(await api.open('stranger', 'device', { deviId: String(deviId) })).toBeNull();
  const feed = await api.open('nurse', 'device', { deviId: String(deviId) });
  expect(await feed?.first(null)).toMatchObject({ device: { deviId, ownedByCustName: 'home' } });
  expect(feed?.take(deviceEventOf(testCustomers.home, { deviId: deviId + 1, rev: 5 }))).toBe(false);
  expect(feed?.take(changed(5, {}, testCustomers.firm))).toBe(false);
  feed?.take(changed(5, { battery: 3 }));
  feed?.take({ type: 'devicePage', deviId, custId: testCustomers.home });
  expect(feed?.take(changed(4, { battery: 9 }))).toBe(false);
  expect(feed?.flush()).toMatchObject({
    device: { deviId, rev: 5, battery: 3 },
    devicePageChanged: true,
    commandsChanged: true,
  });
  expect(feed?.flush()).toEqual({});
  const tracker = await api.open('tracker', 'device', { deviId: String(deviId) });
  tracker?.take({ type: 'devicePage', deviId, custId: testCustomers.home });
  expect(tracker?.flush()).toEqual({ commandsChanged: true });
  expect(tracker?.take({ type: 'devicePage', deviId, custId: testCustomers.firm })).toBe(false);
  const note = { type: 'note', deviId, custId: testCustomers.home } as const;
  expect(tracker?.take(note)).toBe(true);
  expect(tracker?.flush()).toEqual({ noteChanged: true });
  expect(tracker?.take({ ...note, custId: testCustomers.firm })).toBe(false);
  expect(tracker?.take({ ...note, deviId: deviId + 1 })).toBe(false);
  const indoors = { type: 'indoorLocations', deviId, custId: testCustomers.home } as const;
  expect(tracker?.take(indoors)).toBe(false);
  expect(feed?.take(indoors)).toBe(true);
  expect(feed?.flush()).toEqual({ indoorLocationsChanged: true });
  expect(feed?.take({ ...indoors, custId: testCustomers.firm })).toBe(false);
  api.setRights('tracker', {
    policies: [{ role: 'TRACKER', custId: testCustomers.home }],
    only: ['DEVICE_LIST'],
  });
  const without = await api.open('tracker', 'device', { deviId: String(deviId) });
  expect(without?.take(note)).toBe(false);
});
