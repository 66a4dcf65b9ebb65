import { showPositions } from '@varde/catalogue/permissions';
import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { liveTopics } from '@varde/contract/live';
import { addTestKey } from '@varde/testing/api-keys';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { openLiveClient } from '@varde/testing/live-client';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';

let server: TestServer;
let custId: number;
let deviId: number;
let assignmentId: number;
let manager: { userId: number };
let as: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  custId = await createCustomer(db);
  ({ deviId } = await createDevice(db, { custId }));
  const posTime = new Date();
  await db.update(devices).set({ posLati: 59.9, posLong: 10.7, posTime, posType: 0 }).where(eq(devices.deviId, deviId));
  await createTransaction(db, { deviId, custId });
  assignmentId = (await db.select().from(deviceAssignments))[0]?.assignmentId ?? 0;
  manager = await createUser(db, { role: 'SUPERFIRM', custId });
  as = await server.loginAs(manager);
});

const withdraw = () =>
  server.db.execute(sql`insert into consents (user_id, cust_id, kind, state, said_at, recorded_at, recorded_by)
    values (${manager.userId}, ${custId}, 'positions', 'withdrawn', now() - interval '1 hour', now(), ${manager.userId})`);
const confirm = (kept: boolean) => server.call('POST', '/ajax/profile/map_consent', { as, body: { kept } });
const positions = async (cookie = as) =>
  (
    await server.call('GET', `${api.devices.listPositions.path.replace(':deviId', String(deviId))}?count=1`, {
      as: cookie,
    })
  ).status;
const deviceOf = async () => (await server.call('GET', deviceUrl(), { as })).body;

const deviceUrl = () => api.devices.getDevice.path.replace(':deviId', String(deviId));

/** Every call that needs a policy which shows positions. */
const positionCalls = Object.values(api)
  .flatMap((group) => Object.values(group) as Endpoint[])
  .filter(({ permission }) => [permission].flat().every((policy) => showPositions.has(policy as never)));

/** Every topic that does. */
const positionTopics = Object.values(liveTopics).filter(({ permission }) => showPositions.has(permission));

const closed = async () => {
  for (const { method, path } of positionCalls) {
    const url = path.replaceAll(/:\w+/g, '1');
    const { status, body } = await server.call(method, url, { as, ...(method === 'GET' ? {} : { body: {} }) });
    expect([url, status, body.code]).toEqual([url, 403, 'positionsNotice']);
  }
  expect(await deviceOf()).toMatchObject({
    posLati: null,
    posLong: null,
    abilities: expect.arrayContaining(['map', 'transactions']),
  });
  const exported = await server.call('GET', `/ajax/personal_data/assignments/${assignmentId}/export`, { as });
  expect(exported.body.code).toBe('positionsNotice');
};

test('[D1.050] no call, topic or export gives positions before the notice about them is confirmed', async () => {
  expect(positionCalls.length).toBeGreaterThan(5);
  await withdraw();
  await closed();
  for (const { destination } of positionTopics) {
    const live = await openLiveClient(server.port(), { cookie: as });
    live.send('SUBSCRIBE', { id: '1', destination: destination.replace(/:\w+/, String(deviId)) });
    expect((await live.next('ERROR')).command, destination).toBe('ERROR');
    live.close();
  }
});

test('[C2.17] no call or export gives positions before the privacy text is accepted', async () => {
  await server.db.update(users).set({ gdprAcceptedAt: null });
  await closed();
});

test('who confirms the notice sees positions at once: in this session alone, or for good', async () => {
  await withdraw();
  expect((await confirm(false)).body).toEqual({ given: false });
  expect(await positions()).toBe(200);
  expect(await deviceOf()).toMatchObject({ posLati: 59.9 });
  const elsewhere = await server.loginAs(manager);
  expect(await positions(elsewhere)).toBe(403);
  await confirm(true);
  expect(await positions(elsewhere)).toBe(200);
});

test('a program sees positions when the user of its key has confirmed the notice for good', async () => {
  const authorization = `Bearer ${await addTestKey(server.db, manager)}`;
  const place = async () => (await server.call('GET', deviceUrl(), { headers: { authorization } })).body.posLati;
  await withdraw();
  await confirm(false);
  expect(await place()).toBeNull();
  await confirm(true);
  expect(await place()).toBe(59.9);
});

test('an alarm tells where the wearer was and is now before any notice: help waits for nothing', async () => {
  await withdraw();
  await createAlarm(server.db, { deviId, custId, place: { lat: 59.8, lng: 10.6 }, at: new Date(Date.now() - 60_000) });
  const { body } = await server.call('GET', '/ajax/alarms', { as });
  expect(body.alarms).toMatchObject([{ posLati: 59.8, latestPlace: { posLati: 59.9 } }]);
});

test('a withdrawn consent closes positions again, also in sessions in which the notice was confirmed', async () => {
  await confirm(false);
  const said = { kind: 'positions', state: 'withdrawn', saidAt: null, note: '' };
  const url = `/ajax/personal_data/users/${manager.userId}/consents`;
  expect((await server.call('POST', url, { as, body: said })).status).toBe(200);
  expect(await positions()).toBe(403);
});
