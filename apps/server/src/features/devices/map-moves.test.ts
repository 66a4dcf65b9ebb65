import type { PlacedDevice } from '@varde/contract/devices';
import { deviceEventOf } from '@varde/testing/device-events';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { devices } from '#domain/devices/tables.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
/** How far the server's clock was set back, milliseconds. */
let setBackBy = 0;
beforeAll(async () => {
  api = await openFeatureApi((given) =>
    createDevicesFeature({ ...given, clock: { ...given.clock, now: () => given.clock.now() - setBackBy } }),
  );
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  api.clock.set(testNow);
  rev = 100;
  setBackBy = 0;
});

const posTime = testNow - 60_000;
const place = (posLati: number, posLong: number) => ({ posLati, posLong, posTime: new Date(posTime), posType: 0 });
const fetchView = async (who: Person = 'nurse', query: Record<string, string> = {}): Promise<string> => {
  const view = { west: '-180', south: '-90', east: '180', north: '90', zoom: '4', ...query };
  const { status, body } = await api.call(who, 'GET', `/ajax/map/devices?${new URLSearchParams(view)}`);
  expect(status).toBe(200);
  return body.uuid;
};
const follow = async (uuid: string, who: Person = 'nurse') => {
  const feed = await api.open(who, 'mapMoves', {}, `uuid=${uuid}`);
  if (feed === null) throw new Error('refused');
  return feed;
};
let rev = 100;
const moved = (deviId: number, fields: Partial<PlacedDevice> = {}, custId: number = testCustomers.home) => {
  rev += 1;
  const there = { posLati: 61, posLong: 11, posTime: posTime + rev };
  return deviceEventOf(custId, { deviId, rev, ...there, ...fields });
};

test('a device that the view shows alone is told where it moves, once for several moves, a second after the last message', async () => {
  const alone = await api.addDevice(place(60, 10));
  const feed = await follow(await fetchView());
  expect([feed.urgent, feed.gatherMs]).toEqual([false, 1000]);
  expect(await feed.first(null)).toBeNull();
  expect(feed.take(moved(alone, { posLati: 60.1 }))).toBe(true);
  const last = moved(alone, { posLati: 60.2 });
  feed.take(last);
  const { posTime: when } = last.device;
  expect(feed.flush()).toEqual({ moves: [{ deviId: alone, posLati: 60.2, posLong: 11, posTime: when }] });
  expect(feed.flush()).toEqual({ moves: [] });
});

test('a message that came late does not move a device back', async () => {
  const alone = await api.addDevice(place(60, 10));
  const feed = await follow(await fetchView());
  const early = moved(alone, { posLati: 60.1 });
  feed.take(moved(alone, { posLati: 60.2 }));
  expect(feed.take(early)).toBe(false);
  expect(feed.flush().moves).toMatchObject([{ posLati: 60.2 }]);
  expect(feed.take(early)).toBe(false);
});

test('devices in a cluster, outside the view or of another customer send nothing, and what does not move neither', async () => {
  const one = await api.addDevice(place(60, 10));
  await api.addDevice(place(60.0001, 10));
  const outside = await api.addDevice(place(70, 25));
  const foreign = await api.addDevice({ ...place(62, 10), custId: testCustomers.firm });
  const alone = await api.addDevice(place(62, 10));
  const feed = await follow(await fetchView('nurse', { north: '65' }));
  for (const deviId of [one, outside]) expect(feed.take(moved(deviId))).toBe(false);
  expect(feed.take(moved(foreign, {}, testCustomers.firm))).toBe(false);
  expect(feed.take(moved(alone, { posLati: 62, posLong: 10, posTime, battery: 12 }))).toBe(false);
  expect(feed.take(moved(alone, { posLati: 0, posLong: 0 }))).toBe(false);
  expect(feed.take(moved(alone, { posLati: null, posLong: null, posTime: null }))).toBe(false);
  expect(feed.take(moved(alone))).toBe(true);
});

test('where a device goes is not sent once it belongs to a customer that the user may not see, or is deleted', async () => {
  const alone = await api.addDevice(place(60, 10));
  const feed = await follow(await fetchView());
  feed.take(moved(alone));
  expect(feed.take(moved(alone, {}, testCustomers.firm))).toBe(false);
  expect(feed.flush(), 'not even what was kept').toEqual({ moves: [] });
  const back = moved(alone);
  expect(feed.take({ ...back, deleted: true })).toBe(false);
  expect(feed.take(moved(alone))).toBe(true);
});

test('it takes the right to the map and that to the list, on the customer of the device', async () => {
  const alone = await api.addDevice(place(60, 10));
  const uuid = await fetchView('manager');
  const policies = [{ role: 'SUPERFIRM', custId: testCustomers.municipality }] as const;
  for (const right of ['DEVICE_LIST', 'DEVICE_ACCESS_MAP'] as const) {
    api.setRights('manager', { policies, only: [right] });
    expect(await api.open('manager', 'mapMoves', {}, `uuid=${uuid}`)).toBeNull();
  }
  expect(await api.open('nobody', 'mapMoves', {}, `uuid=${uuid}`)).toBeNull();
  api.setRights('manager', { policies });
  expect((await follow(uuid, 'manager')).take(moved(alone))).toBe(true);
});

test('a view is followed by the user who fetched it alone, for a minute after each fetch', async () => {
  const alone = await api.addDevice(place(60, 10));
  const uuid = await fetchView();
  const other = await follow(uuid, 'colleague');
  expect(await other.first(null)).toEqual({ moves: [], unknown: true });
  expect(other.take(moved(alone))).toBe(false);
  const feed = await follow(uuid);
  api.clock.set(testNow + 59_000);
  expect(feed.take(moved(alone))).toBe(true);
  api.clock.set(testNow + 60_000);
  expect(feed.take(moved(alone))).toBe(false);
  expect(await fetchView()).toBe(uuid);
  expect(feed.take(moved(alone))).toBe(true);
});

test('a view is followed no longer because the clock of the server is set back', async () => {
  const alone = await api.addDevice(place(60, 10));
  const feed = await follow(await fetchView());
  setBackBy = 3_600_000;
  expect(feed.take(moved(alone))).toBe(true);
  api.clock.set(testNow + 60_000);
  expect(feed.take(moved(alone))).toBe(false);
});

test('begins with the moves since the view was fetched', async () => {
  const [one, two] = [await api.addDevice(place(60, 10)), await api.addDevice(place(65, 10))];
  const lost = await api.addDevice(place(67, 10));
  const uuid = await fetchView();
  const later = new Date(posTime + 5000);
  await api.db.update(devices).set({ posLati: 60.5, posTime: later }).where(eq(devices.deviId, one));
  await api.db.update(devices).set({ custId: testCustomers.firm, posTime: later }).where(eq(devices.deviId, lost));
  expect(await (await follow(uuid)).first(null)).toEqual({
    moves: [{ deviId: one, posLati: 60.5, posLong: 10, posTime: posTime + 5000 }],
  });
  expect(two).toBeGreaterThan(one);
});

test('a user follows the six views that they fetched last', async () => {
  await api.addDevice(place(60, 10));
  const uuids: string[] = [];
  for (let n = 1; n <= 7; n++) {
    await api.addDevice({ custId: testCustomers.home }); // another count, another view
    uuids.push(await fetchView());
  }
  const isKnown = await Promise.all(uuids.map(async (uuid) => (await (await follow(uuid)).first(null)) === null));
  expect(isKnown).toEqual([false, true, true, true, true, true, true]);
});

test('a subscription that names no view is refused with the reason', async () => {
  for (const query of ['', 'uuid=', 'uuid=1', 'view=x'])
    await expect(api.open('nurse', 'mapMoves', {}, query), query).rejects.toMatchObject({
      code: 'validationFailed',
      errors: [{ path: 'query', message: 'has no uuid of a view' }],
    });
});
