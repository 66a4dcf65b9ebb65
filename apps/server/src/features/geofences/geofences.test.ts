import { geofenceDefaults, geofenceLimits } from '@varde/catalogue/geofences';
import { posType } from '@varde/catalogue/pos-types';
import type { Geofence } from '@varde/contract/geofences';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createGeofence, fenceCentre, northOfFence } from '@varde/testing/geofences';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { findIndoorLocations, putIndoorLocation } from '#domain/devices/indoor-locations.ts';
import { devices } from '#domain/devices/tables.ts';
import { forgetFenceStates } from '#domain/geofences/geofences.ts';
import { geofences } from '#domain/geofences/tables.ts';

let server: TestServer;
let clock: ManualClock;
let city: number;
let homes: { mine: number; other: number };
let deviId: number;
const as = { nurse: '', neighbour: '', manager: '', tracker: '' };

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db, { firmName: 'Byen' });
  homes = {
    mine: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Hjemmet' }),
    other: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Naboen' }),
  };
  ({ deviId } = await createDevice(db, { custId: homes.mine }));
  const login = async (role: 'RESTRICTED_USER' | 'SUPERFIRM' | 'TRACKER', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.tracker = await login('TRACKER', homes.mine);
  as.neighbour = await login('RESTRICTED_USER', homes.other);
  as.manager = await login('SUPERFIRM', city);
});

const circle = {
  ...{ id: 0, name: 'Hjem', enabled: true, enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 },
  ...{ radius: 200, polygon: false, circle: true, vertices: [fenceCentre], delayMinutes: 0 },
  ...{ indoor: false, inloIds: [], alertByCall: false },
  ...{ share: false, sharedCustId: null },
};
const bow = [fenceCentre, northOfFence(100), { ...fenceCentre, lng: 10.76 }, { ...northOfFence(100), lng: 10.76 }].map(
  (_, index, corners) => corners[[0, 3, 1, 2][index] ?? 0] ?? fenceCentre,
);
/** Of the first indoor location. */
const indoor = { circle: false, indoor: true, radius: 0, vertices: [], inloIds: [1] };
/** What the audit log has of saved fences. */
const audited = async () => {
  const saved = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'geofence.saved'));
  return saved.map(({ content }) => JSON.parse(content));
};
const path = (rest = '', device = deviId) => `/ajax/devices/${device}/geofences${rest}`;
const save = (who: string, given: object = {}, device = deviId, rev?: number): Promise<TestAnswer> =>
  server.call('PUT', path('', device), { as: who, body: { geofence: { ...circle, ...given }, ...(rev && { rev }) } });
const get = (who: string, rest = '', device = deviId): Promise<TestAnswer> =>
  server.call('GET', path(rest, device), { as: who });
const list = async (who: string, device = deviId): Promise<Geofence[]> => (await get(who, '', device)).body.geofences;
const remove = (who: string, id: number, rev?: number): Promise<TestAnswer> =>
  server.call('DELETE', path(`/${id}${rev === undefined ? '' : `?rev=${rev}`}`), { as: who });
/** The last position of the device, so many metres north of the middle. */
const placeAt = (metres: number) =>
  server.db
    .update(devices)
    .set({
      ...{ posLati: northOfFence(metres).lat, posLong: fenceCentre.lng, posType: 0, posAccuracy: 5 },
      posTime: new Date(clock.now()),
    })
    .where(eq(devices.deviId, deviId));

test('[D7.017 D7.021 D3.007] a saved geofence is read as it was saved, with one vertex for a circle and all of a polygon', async () => {
  const given = {
    enabledTime: true,
    enabledTimeFrom: 2200,
    enabledTimeTo: 700,
    delayMinutes: 15,
    alertByCall: true,
    radius: 350,
  };
  const saved = await save(as.nurse, given);
  const shown = { ...circle, ...given, id: expect.any(Number), deviId, editEnabled: true, status: null };
  expect(saved).toMatchObject({ status: 200, body: shown });
  const corners = [fenceCentre, northOfFence(300), { lat: 59.914, lng: 10.76 }];
  await save(as.nurse, { name: 'Hagen', circle: false, polygon: true, vertices: corners, radius: 0 });
  const { body }: TestAnswer = await get(as.nurse);
  expect(body).toMatchObject({
    geofences: [saved.body, { name: 'Hagen', circle: false, polygon: true, vertices: corners, radius: 0 }],
    abilities: ['add', 'map'],
  });
});

test('[D3.001] a geofence of the list has its fields under the names of the specification, with who changed it last', async () => {
  await save(as.nurse);
  const fields = `id deviId name radius enabled status lastKnownOutside posPath notified enabledTimeFrom enabledTimeTo
    enabledTime share sharedCustId vertices polygon circle indoor inloIds editEnabled delayMinutes alertByCall index copy
    rev changedBy`;
  const [fence] = await list(as.nurse);
  expect(Object.keys(fence ?? {}).sort()).toEqual(fields.split(/\s+/).sort());
});

test('[D7.021 D7.022] a geofence is changed and deleted, and keeps its number', async () => {
  const { body } = await save(as.nurse);
  const changed = await save(as.nurse, { id: body.id, name: 'Hjemme', radius: 500 });
  expect(changed.body).toMatchObject({ id: body.id, name: 'Hjemme', radius: 500 });
  expect(await list(as.nurse)).toEqual([changed.body]);
  expect((await remove(as.nurse, body.id)).status).toBe(200);
  expect(await list(as.nurse)).toEqual([]);
  expect((await remove(as.nurse, body.id)).status).toBe(404);
  expect((await save(as.nurse, { id: body.id })).status).toBe(404);
});

test('[D5.006 D3.003] a name that the device has already gets the next number, and a fence keeps its own', async () => {
  const { name } = geofenceDefaults;
  const first = await save(as.nurse, { name });
  expect((await save(as.nurse, { name })).body.name).toBe('Geofence2');
  expect((await save(as.nurse, { name })).body.name).toBe('Geofence3');
  expect((await save(as.nurse, { name, id: first.body.id })).body.name).toBe('Geofence1');
});

test.each([
  ['no name', { name: ' ' }],
  ['a name of 61 characters', { name: 'a'.repeat(61) }],
  ['half an hour', { enabledTime: true, enabledTimeFrom: 50 }],
  ['hour 24', { enabledTimeTo: 2400 }],
  ['a radius of 9 m', { radius: 9 }],
  ['a radius of a part of a metre', { radius: 200.5 }],
  ['a radius of more than 100 km', { radius: 100_001 }],
  ['a circle with two centres', { vertices: [fenceCentre, fenceCentre] }],
  ['a polygon of two corners', { circle: false, polygon: true, vertices: [fenceCentre, northOfFence(9)] }],
  ['a polygon of one corner', { circle: false, polygon: true, vertices: [fenceCentre] }],
  ['a polygon that crosses itself', { circle: false, polygon: true, vertices: bow }],
  ['a polygon without an area', { circle: false, polygon: true, vertices: Array(3).fill(fenceCentre) }],
  ['a radius of 0', { radius: 0 }],
  ['both shapes', { polygon: true }],
  ['neither shape', { circle: false }],
  ['no vertex', { vertices: [] }],
  ['an indoor fence without locations', { ...indoor, inloIds: [] }],
  ['an indoor fence with a radius', { ...indoor, radius: 200 }],
  ['an indoor fence with a vertex', { ...indoor, vertices: [fenceCentre] }],
  ['a circle with an indoor location', { inloIds: [1] }],
  ['an indoor location that there is not', { ...indoor, inloIds: [999] }],
  ['101 vertices', { circle: false, polygon: true, vertices: Array(101).fill(fenceCentre) }],
  ['a place off the globe', { vertices: [{ lat: 91, lng: 0 }] }],
  ['a delay of less than nothing', { delayMinutes: -1 }],
  ['a delay of more than a day', { delayMinutes: 1441 }],
  ['a call that is neither on nor off', { alertByCall: 'true' }],
  ['a share with nobody', { share: true }],
])('[D3.006 D3.007 D5.008 D5.009] %s is refused', async (_text, given) => {
  expect(await save(as.nurse, given)).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
  expect(await server.db.select().from(geofences)).toEqual([]);
});

test('what is wrong with a polygon that crosses itself is said, and one across the date line is judged as it lies', async () => {
  const crossed = await save(as.nurse, { circle: false, polygon: true, vertices: bow });
  expect(crossed.body.errors).toEqual([
    { path: 'geofence.vertices', message: 'the border of a polygon does not meet itself' },
  ]);
  const vertices = [
    { lat: 1, lng: 179.9 },
    { lat: 1, lng: -179.9 },
    { lat: -1, lng: -179.9 },
    { lat: -1, lng: 179.9 },
  ];
  const saved = await save(as.nurse, { circle: false, polygon: true, radius: 0, vertices });
  const posPath = '1.00000,179.90000 1.00000,-179.90000 -1.00000,-179.90000 -1.00000,179.90000';
  expect(saved).toMatchObject({ status: 200, body: { vertices, posPath, index: 0, copy: false } });
  const at = { posLati: 0, posLong: -179.95, posType: 0, posAccuracy: 5, posTime: new Date(clock.now()) };
  await server.db.update(devices).set(at).where(eq(devices.deviId, deviId));
  expect((await get(as.nurse, `/${saved.body.id}/distance`)).body.distance).toBeLessThan(-5000);
  expect((await save(as.nurse, { name: 'Neste' })).body.index).toBe(1);
});

test('[D3.007] a polygon of 10 000 corners is refused before it is read', async () => {
  const vertices = Array.from({ length: 10_000 }, (_, index) => northOfFence(index));
  expect(await save(as.nurse, { circle: false, polygon: true, vertices })).toMatchObject({ status: 413 });
});

test('a device has at most 20 geofences', async () => {
  for (let count = 0; count < geofenceLimits.fences; count += 1)
    await createGeofence(server.db, deviId, { name: `Sone ${count}` });
  expect(await save(as.nurse)).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
});

test('[D1.010] only devices with positions have geofences', async () => {
  const home = await createDevice(server.db, { custId: homes.mine, dehaId: 13 });
  expect((await save(as.nurse, {}, home.deviId)).status).toBe(403);
  expect((await get(as.nurse, '', home.deviId)).status).toBe(403);
  const tabs = async (device: number) =>
    (await server.call('GET', `/ajax/devices/${device}`, { as: as.nurse })).body as {
      tabs: { key: string }[];
    };
  expect((await tabs(deviId)).tabs.map(({ key }) => key)).toContain('geofence');
  expect((await tabs(home.deviId)).tabs.map(({ key }) => key)).not.toContain('geofence');
});

test('the fences of another customer are not there, and a tracker has none of their calls', async () => {
  const { body } = await save(as.nurse);
  expect((await get(as.neighbour)).status).toBe(404);
  expect((await save(as.neighbour)).status).toBe(404);
  expect((await remove(as.neighbour, body.id)).status).toBe(404);
  expect((await get(as.tracker)).status).toBe(403);
  const own = await createDevice(server.db, { custId: homes.other });
  expect((await save(as.neighbour, { id: body.id }, own.deviId)).status).toBe(404);
});

test('[D5.002 D5.003 D5.010] a shared geofence is changed and deleted only by users who may share it', async () => {
  const { body } = await save(as.nurse);
  expect(body.editEnabled).toBe(true);
  expect((await save(as.nurse, { id: body.id, share: true, sharedCustId: homes.mine })).status).toBe(403);
  const shared = await save(as.manager, { id: body.id, share: true, sharedCustId: homes.mine });
  expect(shared.body).toMatchObject({ share: true, sharedCustId: homes.mine, editEnabled: true });
  expect((await list(as.nurse))[0]?.editEnabled).toBe(false);
  expect((await save(as.nurse, { ...shared.body, name: 'Mitt' })).status).toBe(403);
  expect((await remove(as.nurse, body.id)).status).toBe(403);
  expect((await remove(as.manager, body.id)).status).toBe(200);
});

test('[D7.020] a geofence is shared with the customer of the device or one above it, where the caller may', async () => {
  const asked = await get(as.manager, '/customers');
  expect(asked.body).toEqual({
    custId: homes.mine,
    customers: [
      { custId: homes.mine, firmName: 'Hjemmet' },
      { custId: city, firmName: 'Byen' },
    ],
  });
  expect((await get(as.nurse, '/customers')).body).toEqual({ custId: homes.mine, customers: [] });
  expect((await save(as.manager, { share: true, sharedCustId: homes.other })).status).toBe(403);
});

test('[D7.019] an indoor fence is one of the locations of the device or of its customer, which then have a fence', async () => {
  const { db } = server;
  const assignmentId = await presentAssignmentId(db, deviId);
  const heard = { macAddress: '02:ad:24:49:ea:60', name: '', scannedTime: null, signalStrength: -120 };
  const points = [{ ...heard, type: 'W' as const, add: true }];
  const make = (name: string, custId: number | null, boundTo: { assignmentId: number; deviId: number } | null) =>
    putIndoorLocation(db, null, { name, custId, boundTo, lat: 60, lng: 10, address: '', points });
  const room = await make('Stua', null, { assignmentId, deviId });
  const hall = await make('Kantina', homes.mine, null);
  const foreign = await make('Naboens', homes.other, null);
  expect((await get(as.nurse, '/indoorlocations')).body).toEqual({
    indoorLocations: [
      { inloId: hall, name: 'Kantina' },
      { inloId: room, name: 'Stua' },
    ],
  });
  expect((await save(as.nurse, { ...indoor, inloIds: [foreign] })).status).toBe(400);
  const saved = await save(as.nurse, { ...indoor, name: 'Inne', inloIds: [room, hall] });
  expect(saved.body).toMatchObject({ indoor: true, circle: false, radius: 0, inloIds: [room, hall] });
  const found = await findIndoorLocations(db, sql`true`);
  expect(found.map(({ name, hasGeofence }) => [name, hasGeofence])).toEqual([
    ['Kantina', true],
    ['Naboens', false],
    ['Stua', true],
  ]);
  await placeAt(0);
  expect((await get(as.nurse, `/${saved.body.id}/distance`)).body.distance).toBeNull();
});

test.each(['SUPERFIRM', 'FIRM', 'RESTRICTED_USER'] as const)(
  '[D6.025] a private user shares no geofence, also as %s',
  async (role) => {
    const firm = await createCustomer(server.db, { kind: 'firm' });
    const custId = await createCustomer(server.db, { kind: 'private', parentId: firm });
    const own = await createDevice(server.db, { custId });
    const row = { custId, policy: 'CUSTOMER_GEOFENCE', status: 'active', information: 'all' } as const;
    await server.db.insert(customerRolePolicies).values({ ...row, role });
    const who = await server.loginAs(await createUser(server.db, { role, custId }));
    expect((await get(who, '/customers', own.deviId)).body).toEqual({ custId, customers: [] });
    expect((await save(who, { share: true, sharedCustId: custId }, own.deviId)).status).toBe(403);
    expect((await save(who, {}, own.deviId)).body).toMatchObject({ share: false });
    const staff = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: firm }));
    expect((await get(staff, '/customers', own.deviId)).body.customers).toHaveLength(2);
    expect((await save(staff, { share: true, sharedCustId: custId }, own.deviId)).status).toBe(200);
  },
);

test('[D7.018] the global geofences of a device are those that others share with its customer or one above it', async () => {
  const [sister, foreign] = [
    await createDevice(server.db, { custId: homes.other }),
    await createDevice(server.db, { custId: await createCustomer(server.db) }),
  ];
  await createGeofence(server.db, deviId, { name: 'Egen', sharedCustId: city });
  await createGeofence(server.db, sister.deviId, { name: 'Bypark', sharedCustId: city, outside: true });
  await createGeofence(server.db, sister.deviId, { name: 'Naboens', sharedCustId: homes.other });
  await createGeofence(server.db, sister.deviId, { name: 'Privat' });
  await createGeofence(server.db, foreign.deviId, { name: 'Fremmed' });
  const { body } = await get(as.nurse, '/global');
  expect(body.geofences).toMatchObject([{ name: 'Bypark', radius: 200, vertices: [fenceCentre] }]);
  expect(Object.keys(body.geofences[0])).not.toContain('status');
  expect(Object.keys(body.geofences[0])).not.toContain('deviId');
  await server.db.execute(sql`update device_assignments set ends_at = now() where devi_id = ${sister.deviId}`);
  expect((await get(as.nurse, '/global')).body.geofences).toEqual([]);
});

test('[D7.023 D7.024] the latest position and its distance to the border, in metres', async () => {
  const { body } = await save(as.nurse);
  const distance = async () => (await get(as.nurse, `/${body.id}/distance`)).body;
  expect(await distance()).toEqual({ distance: null, posTime: null });
  await placeAt(500);
  expect(await distance()).toEqual({ distance: 300, posTime: clock.now() });
  const { lat } = northOfFence(500);
  expect((await get(as.nurse, '/position')).body).toMatchObject({ posLati: lat, posTime: clock.now() });
  await placeAt(50);
  expect((await distance()).distance).toBe(-150);
  expect((await get(as.nurse, '/9999/distance')).status).toBe(404);
});

test('a fence asks for a call, or does not ask any more; what is saved is in the audit log', async () => {
  const { body } = await save(as.nurse);
  expect(body.alertByCall).toBe(false);
  expect((await save(as.nurse, { id: body.id, alertByCall: true })).body.alertByCall).toBe(true);
  expect((await list(as.nurse))[0]?.alertByCall).toBe(true);
  expect((await save(as.nurse, { id: body.id })).body.alertByCall).toBe(false);
  const { id: geofenceId } = body;
  expect((await audited()).map(({ before, after }) => [before, after])).toEqual([
    [null, { geofenceId, enabled: true, alertByCall: false, delayMinutes: 0, shared: false }],
    [{ alertByCall: false }, { geofenceId, alertByCall: true, changed: ['call'] }],
    [{ alertByCall: true }, { geofenceId, alertByCall: false, changed: ['call'] }],
  ]);
});

test('a fence that somebody else has changed since it was read is not overwritten, and the refusal says who it was', async () => {
  const user = await createUser(server.db, { role: 'SUPERFIRM', custId: city });
  await server.db.update(users).set({ firstName: 'Siri', lastName: 'Sjef' }).where(eq(users.userId, user.userId));
  const chief = await server.loginAs(user);
  const { body: first } = await save(as.nurse);
  const { body: theirs } = await save(chief, { ...first, radius: 500 }, deviId, first.rev);
  expect(theirs).toMatchObject({ radius: 500, changedBy: 'Siri Sjef' });
  expect(theirs.rev).toBeGreaterThan(first.rev);
  const refused = await save(as.nurse, { ...first, name: 'Hjemme' }, deviId, first.rev);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'geofenceChanged', errors: [{ path: 'changedBy', message: 'Siri Sjef' }] },
  });
  expect(await list(as.nurse)).toEqual([theirs]);
  const both = await save(as.nurse, { ...theirs, name: 'Hjemme' }, deviId, theirs.rev);
  expect(both).toMatchObject({ status: 200, body: { name: 'Hjemme', radius: 500 } });
});

test('a fence that somebody else has changed since it was read is not deleted', async () => {
  const { body: first } = await save(as.nurse, { enabled: false });
  const { body: theirs } = await save(as.manager, { ...first, enabled: true }, deviId, first.rev);
  expect(await remove(as.nurse, first.id, first.rev)).toMatchObject({
    status: 409,
    body: { code: 'geofenceChanged', errors: [{ path: 'changedBy', message: theirs.changedBy }] },
  });
  expect(await list(as.nurse)).toEqual([theirs]);
  expect((await remove(as.nurse, first.id, theirs.rev)).status).toBe(200);
  expect(await list(as.nurse)).toEqual([]);
});

test('of two who save a fence at once, one is refused', async () => {
  const { body: first } = await save(as.nurse);
  const answers = await Promise.all([
    save(as.nurse, { ...first, radius: 300 }, deviId, first.rev),
    save(as.manager, { ...first, radius: 400 }, deviId, first.rev),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [kept] = await list(as.nurse);
  expect([kept]).toEqual(answers.flatMap(({ status, body }) => (status === 200 ? [body] : [])));
});

test('a fence that is saved as it is stored has no new revision, and no entry in the audit log', async () => {
  const { body: first } = await save(as.nurse);
  expect((await save(as.manager, { ...first, enabledTimeFrom: 700 })).body).toEqual(first);
  expect(await audited()).toHaveLength(1);
});

test('a wearer who moves does not change the revision of a fence', async () => {
  const { body: first } = await save(as.nurse);
  await server.db.transaction((tx) => forgetFenceStates(tx, deviId));
  expect((await list(as.nurse)).map(({ rev }) => rev)).toEqual([first.rev]);
});

test('the list of fences says by which channels nobody can be told, so that a call that waits is no surprise', async () => {
  expect((await get(as.nurse)).body.unavailable).toContain('call');
});

test('a new fence knows where the wearer is: who is inside can leave it, and who is outside has not', async () => {
  await placeAt(50);
  await save(as.nurse);
  await placeAt(900);
  await save(as.nurse, { name: 'Hytta' });
  const rows = await server.db.select().from(geofences).orderBy(geofences.geofenceId);
  expect(rows).toMatchObject([
    { outside: false, crossed: false },
    { outside: true, crossed: false },
  ]);
});

test('a fence that is moved or turned on again begins anew, and a new name, delay or hours change nothing', async () => {
  await placeAt(50);
  const { body } = await save(as.nurse);
  const known = { outside: true, crossed: true, outsideFixes: 2, notifiedAt: new Date(clock.now()) };
  const state = async () => (await server.db.select().from(geofences))[0];
  await server.db.update(geofences).set(known);
  await save(as.nurse, { ...body, name: 'Ny', delayMinutes: 5, enabledTime: true });
  expect(await state()).toMatchObject(known);
  await save(as.nurse, { ...body, radius: 300 });
  expect(await state()).toMatchObject({ outside: false, notifiedAt: null });
});

test.each([
  ['outside of it as well', 900, { posAccuracy: 5 }],
  ['where the last position does not tell', 900, { posType: posType.wifi, posAccuracy: 5000 }],
])('a wearer who has left a fence stays missed when it is moved while they are %s', async (_text, metres, given) => {
  await placeAt(50);
  const { body } = await save(as.nurse);
  const left = { outside: true, crossed: true, outsideSince: new Date(clock.now()), outsideFixes: 2 };
  const state = async () => (await server.db.select().from(geofences))[0];
  await server.db.update(geofences).set(left);
  await placeAt(metres);
  await server.db.update(devices).set(given);
  await save(as.nurse, { ...body, radius: 300 });
  expect(await state()).toMatchObject(left);
  await save(as.nurse, { ...body, radius: 300, enabled: false });
  await save(as.nurse, { ...body, radius: 300 });
  expect(await state()).toMatchObject({ crossed: false });
});

test('geofences belong to the wearer: gone after a handover', async () => {
  await save(as.nurse);
  const moved = await server.call('POST', `/ajax/devices/${deviId}/assignments`, {
    as: as.manager,
    body: { custId: homes.other },
  });
  expect(moved.status).toBe(200);
  expect(await list(as.neighbour)).toEqual([]);
  expect(await server.db.select().from(geofences)).toHaveLength(1);
});

test('the audit log has that fences were read, saved and deleted, and the look at the position, without names and places', async () => {
  const { body } = await save(as.nurse, { name: 'Hos datteren' });
  await get(as.nurse);
  await get(as.nurse, '/position');
  await remove(as.nurse, body.id);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, deviId));
  expect(entries.map(({ action }) => action)).toEqual([
    'geofence.saved',
    'geofence.read',
    'positions.read',
    'geofence.deleted',
  ]);
  expect(JSON.stringify(entries)).not.toContain('datteren');
  expect(JSON.stringify(entries)).not.toContain('59.9');
});
