import { mostReferencePoints } from '@varde/contract/indoor-location-form';
import type { IndoorLocation } from '@varde/contract/indoor-locations';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { forgetIndoorLocations, moveIndoorLocations } from '#domain/devices/indoor-locations.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';

let server: TestServer;
let homes: { city: number; mine: number; other: number };
let deviId: number;
let neighbouring: number;
const as = { nurse: '', manager: '', neighbour: '' };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Solvik' });
  homes = {
    city,
    mine: await createCustomer(db, { kind: 'home', firmName: 'Solhaug', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  ({ deviId } = await createDevice(db, { custId: homes.mine, dehaId: 34 }));
  ({ deviId: neighbouring } = await createDevice(db, { custId: homes.mine, dehaId: 29 }));
  const login = async (role: 'RESTRICTED_USER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.manager = await login('SUPERFIRM', city);
  as.neighbour = await login('SUPERFIRM', homes.other);
});

const kitchen = '02:ad:24:49:ea:60';
const hall = '02:ad:24:49:ea:61';
const point = (macAddress = kitchen, fields = {}) => ({
  ...{ type: 'W', macAddress, name: '', scannedTime: 1_700_000_000_000, signalStrength: -48, add: false },
  ...fields,
});
const location = (fields = {}) => ({
  ...{ inloId: 0, rev: 0, deviId, custId: 0, name: 'Kjøkkenet', latLng: '62.47220,6.15490' },
  ...{ address: 'Storgata 1', indoorLocationDevices: [point()], ...fields },
});
const save = (fields = {}, who = as.nurse, device = deviId): Promise<TestAnswer> =>
  server.call('PUT', `/ajax/devices/${device}/indoor_locations`, { as: who, body: location(fields) });
async function saved(fields = {}, who = as.nurse): Promise<IndoorLocation> {
  const answer = await save(fields, who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const rename = (inloId: number, name: string, rev?: number): Promise<TestAnswer> =>
  server.call('PUT', `/ajax/devices/${deviId}/indoor_locations/${inloId}/name`, {
    as: as.nurse,
    body: { name, rev },
  });
const remove = (inloId: number, who = as.nurse, device = deviId) =>
  server.call('DELETE', `/ajax/devices/${device}/indoor_locations/${inloId}`, { as: who });
const get = async (path: string, who = as.nurse): Promise<IndoorLocation[]> =>
  (await server.call('GET', `/ajax/${path}/indoor_locations`, { as: who })).body.indoorLocations;
const ofDevice = (device = deviId, who = as.nurse) => get(`devices/${device}`, who);
const ofCustomer = (custId = homes.mine, who = as.nurse) => get(`customers/${custId}`, who);
const names = (locations: IndoorLocation[]) => locations.map(({ name }) => name);
const refused = (code: string, status = 409) => ({ status, body: { code } });
/** As it is sent back to be saved. */
const again = (
  { inloId, rev, deviId: bound, custId, name, latLng, address, indoorLocationDevices }: IndoorLocation,
  fields = {},
) => ({
  ...{ inloId, rev, deviId: bound, custId, name, latLng, address },
  indoorLocationDevices: indoorLocationDevices.map(({ indeId, ...one }) => one),
  ...fields,
});

describe('an indoor location of a device', () => {
  test('[D3.018 D3.019 D3.020 D7.025 D7.028] has these fields, is saved as a whole and comes back as it was saved', async () => {
    const points = [point(), point(hall, { type: 'B', name: 'Gang', signalStrength: -71, add: true })];
    const { inloId } = await saved({ indoorLocationDevices: points });
    expect(inloId).toBeGreaterThan(0);
    expect(await ofDevice()).toEqual([
      {
        ...{ inloId, rev: 1, deviId, custId: 0, name: 'Kjøkkenet', address: 'Storgata 1' },
        latLng: '62.47220,6.15490',
        indoorLocationDevices: points.map((one) => ({ ...one, indeId: expect.any(Number) })),
        ...{ shared: false, hasGeofence: false, scannedTime: 1_700_000_000_000 },
        abilities: ['edit', 'remove'],
      },
    ]);
  });

  test('[D3.021 D3.022] a reference point of the type W is WiFi and one of any other type Bluetooth, and has the strength -120 unless a scan gave one', async () => {
    const { signalStrength: _strength, ...typed } = point(hall, { type: 'B', add: true, scannedTime: null });
    const { indoorLocationDevices } = await saved({ indoorLocationDevices: [typed] });
    expect(indoorLocationDevices).toMatchObject([{ type: 'B', signalStrength: -120, add: true }]);
    const types = ['W', 'B', 'X', 'BLE', 'w'];
    const points = types.map((type, at) => point(mac(at), { type }));
    const stored = (await saved({ indoorLocationDevices: points })).indoorLocationDevices;
    expect(stored.map(({ type }) => type)).toEqual(['W', 'B', 'B', 'B', 'B']);
    expect(await save({ indoorLocationDevices: [point(hall, { type: '' })] })).toMatchObject(
      refused('validationFailed', 400),
    );
  });

  test('[D5.012 D5.013 D5.014 D5.015 D3.019] is refused without a name, a place, a reference point or a whole MAC address', async () => {
    const invalid: Record<string, unknown>[] = [
      { name: '' },
      { name: '  ' },
      { name: 'x'.repeat(61) },
      { latLng: '' },
      { latLng: '62.4722,6.1549' },
      { latLng: '91.00000,6.15490' },
      { latLng: '62.47220,180.00001' },
      { indoorLocationDevices: [] },
      { indoorLocationDevices: [point('02:ad:24:49:ea:6')] },
      { indoorLocationDevices: [point('02:ad:24:49:ea:60:11')] },
      { indoorLocationDevices: [point(), point(kitchen.toUpperCase())] },
      { indoorLocationDevices: Array.from({ length: mostReferencePoints + 1 }, (_p, at) => point(mac(at))) },
    ];
    for (const fields of invalid)
      expect(await save(fields), JSON.stringify(fields).slice(0, 90)).toMatchObject(refused('validationFailed', 400));
    expect(await ofDevice()).toEqual([]);
    await saved({
      indoorLocationDevices: Array.from({ length: mostReferencePoints }, (_p, at) => point(mac(at))),
    });
  });

  test('MAC addresses are stored in lower case with colons, and points that stay keep their numbers', async () => {
    const first = await saved({ indoorLocationDevices: [point('\u200e02AD.2449.ea60 '), point(hall)] });
    expect(first.indoorLocationDevices.map(({ macAddress }) => macAddress)).toEqual([kitchen, hall]);
    const kept = first.indoorLocationDevices[1];
    const second = await saved(again(first, { indoorLocationDevices: [point(hall, { name: 'Gang' })] }));
    expect(second.indoorLocationDevices).toMatchObject([{ indeId: kept?.indeId, name: 'Gang' }]);
  });

  test('[D7.029 D7.030] is renamed alone, and deleted', async () => {
    const { inloId } = await saved();
    expect((await rename(inloId, 'Badet')).body).toMatchObject({ name: 'Badet', latLng: '62.47220,6.15490' });
    expect(await rename(inloId, '')).toMatchObject(refused('validationFailed', 400));
    expect((await remove(inloId)).body).toEqual({ inloId });
    expect(await remove(inloId)).toMatchObject(refused('notFound', 404));
    expect(await ofDevice()).toEqual([]);
  });

  test('is not overwritten by somebody who read it before another one changed it', async () => {
    const first = await saved();
    await saved(again(first, { name: 'Badet' }));
    expect(await save(again(first, { name: 'Gangen' }))).toMatchObject(refused('indoorLocationChanged'));
    expect(await rename(first.inloId, 'Gangen', first.rev)).toMatchObject(refused('indoorLocationChanged'));
    expect(names(await ofDevice())).toEqual(['Badet']);
    expect((await rename(first.inloId, 'Gangen', first.rev + 1)).body).toMatchObject({ name: 'Gangen' });
  });

  test('belongs to its wearer: the next one does not have it, and a unit that replaces the device does', async () => {
    await saved();
    const { db } = server;
    const worn = await presentAssignmentId(db, deviId);
    await db.transaction((tx) => moveIndoorLocations(tx, worn, neighbouring));
    expect([names(await ofDevice()), names(await ofDevice(neighbouring))]).toEqual([[], ['Kjøkkenet']]);
    await db.transaction((tx) => beginAssignment(tx, { deviId: neighbouring, custId: homes.mine, at: new Date() }));
    expect(await ofDevice(neighbouring)).toEqual([]);
  });

  test('is audited without its texts when it is looked at, saved and deleted', async () => {
    const { inloId } = await saved();
    await ofDevice();
    await remove(inloId);
    const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, deviId));
    expect(entries.map(({ action }) => action)).toEqual([
      'indoorLocation.saved',
      'indoorLocation.read',
      'indoorLocation.deleted',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Kjøkkenet|Storgata|62\.47/);
  });

  test('a device has at most a hundred', async () => {
    for (let made = 0; made < 100; made++) await saved({ name: `Rom ${made}` });
    expect(await save({ name: 'Enda ett' })).toMatchObject(refused('tooManyIndoorLocations'));
  }, 60_000);
});

describe('a shared indoor location', () => {
  test('[D7.026] counts for the devices of its customer and of those below, and for no others', async () => {
    await saved({ custId: homes.city, deviId: 0, name: 'Kantina' }, as.manager);
    await saved({ custId: homes.mine, deviId: 0, name: 'Stua' }, as.manager);
    expect(names(await ofCustomer())).toEqual(['Kantina', 'Stua']);
    expect(names(await ofCustomer(homes.other, as.neighbour))).toEqual(['Kantina']);
    expect(names(await ofCustomer(homes.city, as.manager))).toEqual(['Kantina']);
    expect(await ofDevice()).toEqual([]);
  });

  test('[D6.022] is looked at only by who lacks DEVICE_INDOOR_CUSTOMER, unless it is bound to the device', async () => {
    const unbound = await saved({ custId: homes.mine, deviId: 0, name: 'Stua' }, as.manager);
    const bound = await saved({ custId: homes.mine, name: 'Rommet' }, as.manager);
    expect((await ofCustomer()).map(({ name, abilities }) => [name, abilities])).toEqual([
      ['Rommet', []],
      ['Stua', []],
    ]);
    expect((await ofDevice()).map(({ name, abilities }) => [name, abilities])).toEqual([['Rommet', ['edit']]]);
    expect(await save(again(unbound, { name: 'Nytt' }))).toMatchObject(refused('notAllowed', 403));
    expect(await rename(unbound.inloId, 'Nytt')).toMatchObject(refused('notAllowed', 403));
    expect(await remove(unbound.inloId)).toMatchObject(refused('notAllowed', 403));
    await saved(again(bound, { name: 'Rom 12' }));
  });

  test('[D6.023] cannot be deleted, also not with DEVICE_INDOOR_CUSTOMER; made the own one of a device it can', async () => {
    const shared = await saved({ custId: homes.mine, name: 'Stua' }, as.manager);
    expect(shared).toMatchObject({ shared: true, abilities: ['edit', 'share'] });
    expect(await remove(shared.inloId, as.manager)).toMatchObject(refused('indoorLocationShared'));
    const own = await saved(again(shared, { custId: 0 }), as.manager);
    expect(own).toMatchObject({ shared: false, abilities: ['edit', 'share', 'remove'] });
    expect((await remove(own.inloId, as.manager)).status).toBe(200);
  });

  test('is shared and taken back only by who may, and only with the owner of the device or those above', async () => {
    const forbidden = refused('notAllowed', 403);
    expect(await save({ custId: homes.mine })).toMatchObject(forbidden);
    expect(await save({ custId: homes.other }, as.manager)).toMatchObject(forbidden);
    const shared = await saved({ custId: homes.mine, name: 'Stua' }, as.manager);
    expect(await save(again(shared, { custId: 0 }))).toMatchObject(forbidden);
    // The own one of no device would be lost, and one of another device is none of this page.
    expect(await save({ custId: 0, deviId: 0 })).toMatchObject(refused('validationFailed', 400));
    expect(await save({ custId: 0, deviId: neighbouring })).toMatchObject(refused('validationFailed', 400));
  });

  test('stays with its customer, unbound, when the data of the wearer is erased', async () => {
    await saved({ name: 'Soverommet' });
    await saved({ custId: homes.mine, name: 'Stua' }, as.manager);
    const worn = await presentAssignmentId(server.db, deviId);
    await server.db.transaction((tx) => forgetIndoorLocations(tx, worn));
    expect(await ofDevice()).toEqual([]);
    expect(await ofCustomer()).toMatchObject([{ name: 'Stua', deviId: 0 }]);
  });

  test.each(['SUPERFIRM', 'FIRM', 'RESTRICTED_USER'] as const)(
    '[D6.025] is not made by a private user, also as %s',
    async (role) => {
      const custId = await createCustomer(server.db, { kind: 'private', parentId: homes.city });
      const own = await createDevice(server.db, { custId, dehaId: 34 });
      const row = { custId, policy: 'DEVICE_INDOOR_CUSTOMER', status: 'active', information: 'all' } as const;
      await server.db.insert(customerRolePolicies).values({ ...row, role });
      const who = await server.loginAs(await createUser(server.db, { role, custId }));
      const choices = async (as: string) =>
        (await server.call('GET', `/ajax/devices/${own.deviId}/indoor_customers`, { as })).body;
      expect(await choices(who)).toEqual({ customers: [] });
      expect(await save({ deviId: own.deviId, custId }, who, own.deviId)).toMatchObject({ status: 403 });
      const { status, body } = await save({ deviId: own.deviId }, who, own.deviId);
      expect([status, body.abilities]).toEqual([200, ['edit', 'remove']]);
      expect((await choices(as.manager)).customers).toHaveLength(2);
      expect((await save({ deviId: own.deviId, custId }, as.manager, own.deviId)).status).toBe(200);
    },
  );

  test('[D7.027] may be shared with the owner of the device and the customers above it, as far as the caller may', async () => {
    const customersFor = async (who: string) =>
      (await server.call('GET', `/ajax/devices/${deviId}/indoor_customers`, { as: who })).body.customers;
    expect(await customersFor(as.manager)).toEqual([
      { custId: homes.mine, firmName: 'Solhaug' },
      { custId: homes.city, firmName: 'Solvik' },
    ]);
    expect(await customersFor(as.nurse)).toEqual([]);
  });
});

const mac = (at: number) => `02:00:00:00:00:${at.toString(16).padStart(2, '0')}`;
