import type { Geofence } from '@varde/contract/geofences';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { fenceCentre, northOfFence } from '@varde/testing/geofences';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { geofences } from '#domain/geofences/tables.ts';
import { linkTwins } from '#domain/life/twins.ts';

/** A tracker, which knows where it is, and a home unit, which does not. */
const [tracker, homeUnit] = [34, 13];
let server: TestServer;
let ids: { city: number; home: number; other: number; stock: number };
let as: { manager: string; nurse: string; installer: string };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Byen' });
  ids = {
    city,
    home: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Hjemmet' }),
    other: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Naboen' }),
    stock: await createCustomer(db, { kind: 'stock', parentId: city, firmName: 'Lageret' }),
  };
  as = {
    manager: await server.loginAs(await createUser(db, { role: 'FIRM', custId: city })),
    nurse: await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: ids.home })),
    installer: await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null })),
  };
});

const circle = {
  ...{ id: 0, name: 'Sentrum', enabled: true, enabledTime: true, enabledTimeFrom: 2200, enabledTimeTo: 700 },
  ...{ radius: 5000, polygon: false, circle: true, vertices: [fenceCentre], delayMinutes: 15 },
  ...{ indoor: false, inloIds: [], alertByCall: true, share: false, sharedCustId: null },
};
const path = (custId: number, dehaId = tracker) => `/ajax/customers/${custId}/default_geofences/${dehaId}`;
const save = (custId: number, geofences: object[] | null, dehaId = tracker, who = as.manager) =>
  server.call('PUT', path(custId, dehaId), { as: who, body: { geofences } });
const savedFrom = (rev: number, geofences: object[] | null, who = as.manager) =>
  server.call('PUT', path(ids.home), { as: who, body: { geofences, rev } });
const audited = async () =>
  (await server.db.select().from(auditEntries))
    .filter(({ action }) => action === 'defaultGeofences.saved')
    .map(({ content }) => JSON.parse(content));
const get = (custId: number, dehaId = tracker, who = as.manager) =>
  server.call('GET', path(custId, dehaId), { as: who });
const give = (deviId: number, custId: number) =>
  server.call('POST', `/ajax/devices/${deviId}/assignments`, { as: as.manager, body: { custId } });
const fencesOf = async (deviId: number): Promise<Geofence[]> =>
  (await server.call('GET', `/ajax/devices/${deviId}/geofences`, { as: as.manager })).body.geofences;

test('[D2.059] a device gets copies of the standard fences of its type when it is given to the customer, and keeps them as they are', async () => {
  const { deviId } = await createDevice(server.db, { custId: ids.other, dehaId: tracker });
  expect((await save(ids.home, [circle])).body).toMatchObject({
    geofences: [circle],
    inherited: null,
    changeable: true,
  });
  expect(await fencesOf(deviId)).toEqual([]);
  expect((await give(deviId, ids.home)).status).toBe(200);
  const [copied] = await fencesOf(deviId);
  expect(copied).toMatchObject({ ...circle, id: expect.any(Number), copy: true, status: null, editEnabled: true });
  await save(ids.home, [{ ...circle, radius: 100 }]);
  expect((await fencesOf(deviId)).map(({ radius }) => radius)).toEqual([5000]);
  const changed = { ...circle, id: copied?.id, radius: 700 };
  const own = await server.call('PUT', `/ajax/devices/${deviId}/geofences`, {
    as: as.nurse,
    body: { geofence: changed },
  });
  expect(own.body).toMatchObject({ radius: 700, copy: true });
  expect((await get(ids.home)).body.geofences[0].radius).toBe(100);
  expect((await give(deviId, ids.other)).status).toBe(200);
  expect(await fencesOf(deviId)).toEqual([]);
});

test('[D2.059] a device that is registered gets them, and so does a unit from stock, where it has none', async () => {
  await save(ids.city, [circle]);
  const unit = { dehaId: tracker, identity: '350000000000123', phone: '' };
  const body = { deviceName: 'Ny', custId: ids.home, twinOf: null };
  const added = await server.call('POST', '/ajax/devices', {
    as: as.installer,
    body: { ...body, deviceSerialNumber: 'NY1', unit },
  });
  expect(added.status).toBe(200);
  expect((await fencesOf(added.body.deviId)).map(({ name, copy }) => [name, copy])).toEqual([['Sentrum', true]]);
  const stored = await createDevice(server.db, { custId: ids.other, dehaId: tracker, serial: 'LAGER1' });
  await give(stored.deviId, ids.stock);
  expect(await fencesOf(stored.deviId)).toEqual([]);
  const taken = { ...body, deviceSerialNumber: 'LAGER1', unit: null };
  expect((await server.call('POST', '/ajax/devices', { as: as.manager, body: taken })).status).toBe(200);
  expect((await fencesOf(stored.deviId)).map(({ name }) => name)).toEqual(['Sentrum']);
});

test('they are inherited from the nearest customer above that has some, and an empty list of its own is none', async () => {
  await save(ids.city, [circle]);
  const inherited = { geofences: [circle], customerName: 'Byen' };
  expect((await get(ids.home)).body).toMatchObject({ geofences: null, inherited });
  await save(ids.home, []);
  expect((await get(ids.home)).body).toMatchObject({ geofences: [], inherited });
  const [first, second] = [
    await createDevice(server.db, { custId: ids.city, dehaId: tracker }),
    await createDevice(server.db, { custId: ids.city, dehaId: tracker }),
  ];
  await give(first.deviId, ids.home);
  expect(await fencesOf(first.deviId)).toEqual([]);
  await save(ids.home, null);
  await give(second.deviId, ids.home);
  expect((await fencesOf(second.deviId)).map(({ name }) => name)).toEqual(['Sentrum']);
  expect((await audited()).map(({ before, after }) => [before.geofences, after.geofences])).toEqual([
    [null, 1],
    [null, 0],
    [0, null],
  ]);
});

test('standard fences that somebody else has saved since they were read are not overwritten, and the refusal says who it was', async () => {
  const user = await createUser(server.db, { role: 'FIRM', custId: ids.city });
  await server.db.update(users).set({ firstName: 'Siri', lastName: 'Sjef' }).where(eq(users.userId, user.userId));
  const other = await server.loginAs(user);
  expect((await get(ids.home)).body).toMatchObject({ rev: 0, changedBy: null });
  const { body: first } = await savedFrom(0, [circle], other);
  expect(first).toMatchObject({ rev: expect.any(Number), changedBy: 'Siri Sjef' });
  expect(first.rev).toBeGreaterThan(0);
  const refusal = { code: 'geofenceChanged', errors: [{ path: 'changedBy', message: 'Siri Sjef' }] };
  expect(await savedFrom(0, [])).toMatchObject({ status: 409, body: refusal });
  expect((await get(ids.home)).body.geofences).toEqual([circle]);
  expect((await savedFrom(first.rev, null)).status).toBe(200);
  expect((await savedFrom(first.rev, [])).status, 'those that there were are gone').toBe(409);
  const again = await savedFrom(0, [circle]);
  expect(again.body.rev).toBeGreaterThan(first.rev);
  expect((await savedFrom(first.rev, []))?.status, 'the same fences, but saved again').toBe(409);
});

test('of two who save standard fences at once, one is refused', async () => {
  const answers = await Promise.all([savedFrom(0, [circle]), savedFrom(0, [{ ...circle, radius: 100 }])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('the audit log has what was changed of standard fences, and nothing of a save that changes nothing', async () => {
  const wood = { ...circle, name: 'Skogen' };
  await save(ids.home, [circle, wood]);
  const { rev } = (await get(ids.home)).body;
  expect((await save(ids.home, [{ ...circle }, wood])).body.rev).toBe(rev);
  await save(ids.home, [
    { ...circle, radius: 100, enabled: false },
    { ...wood, name: 'Lunden' },
  ]);
  expect((await audited()).map(({ after }) => after)).toEqual([
    { dehaId: tracker, geofences: 2, added: 2 },
    { dehaId: tracker, geofences: 2, added: 1, removed: 1, changed: ['enabled', 'area'] },
  ]);
});

test('a clone has none: the fences of a pair are those of its master', async () => {
  const { db } = server;
  for (const custId of [ids.home, ids.other]) await save(custId, [circle]);
  const [master, clone] = [
    await createDevice(db, { custId: ids.home, dehaId: tracker }),
    await createDevice(db, { custId: ids.home, dehaId: tracker }),
  ];
  await give(clone.deviId, ids.other);
  const [ofFormer] = await fencesOf(clone.deviId);
  await give(clone.deviId, ids.home);
  expect(await fencesOf(clone.deviId)).toHaveLength(1);
  const rows = await db.select().from(devices).orderBy(devices.deviId);
  const of = (deviId: number) => rows.filter((row) => row.deviId === deviId);
  const [[first], [second]] = [of(master.deviId), of(clone.deviId)];
  if (first === undefined || second === undefined) throw new Error('two devices');
  await db.transaction((tx) => linkTwins(tx, { master: first, clone: second }));
  const left = await db.select().from(geofences);
  expect(
    left.map(({ geofenceId }) => geofenceId),
    'those of former wearers stay',
  ).toEqual([ofFormer?.id]);
});

test('users without the right see none, and those of another customer, or of a type without positions, are not there', async () => {
  await save(ids.home, [circle]);
  expect((await get(ids.home, tracker, as.nurse)).status).toBe(403);
  const neighbour = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: ids.other }));
  expect((await get(ids.home, tracker, neighbour)).status).toBe(404);
  expect((await save(ids.home, [], tracker, neighbour)).status).toBe(404);
  expect((await get(ids.home, homeUnit)).status).toBe(404);
  expect((await get(ids.home)).body.geofences).toHaveLength(1);
});

describe('standard fences', () => {
  const corner = northOfFence(100);
  const bow = [fenceCentre, { ...corner, lng: 10.76 }, { ...fenceCentre, lng: 10.76 }, corner];
  it.each([
    ['an indoor one', [{ ...circle, circle: false, indoor: true, radius: 0, vertices: [], inloIds: [1] }]],
    ['a shared one', [{ ...circle, share: true, sharedCustId: 1 }]],
    ['one that crosses itself', [{ ...circle, circle: false, polygon: true, vertices: bow, radius: 0 }]],
    ['a radius of 0', [{ ...circle, radius: 0 }]],
    ['one without an area', [{ ...circle, vertices: [] }]],
    ['two of one name', [circle, circle]],
    ['21 of them', Array.from({ length: 21 }, (_, index) => ({ ...circle, name: `Sone ${index}` }))],
    ['one of a device', [{ ...circle, id: 7 }]],
  ])('are refused with %s', async (_what, geofences) => {
    expect(await save(ids.home, geofences)).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
    expect((await get(ids.home)).body.geofences).toBeNull();
  });
});
