import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies, customers } from '#domain/customers/tables.ts';
import { registerDevice } from '#domain/devices/register-device.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';

const clock = createManualClock();
let server: TestServer;
let ids: { city: number; home: number; other: number; foreign: number; centre: number; deviId: number };
let firm: string;
let nurse: string;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const centre = await createCustomer(db, { kind: 'partner', firmName: 'Vaktsentralen' });
  const city = await createCustomer(db, { firmName: 'Solvik' });
  const home = await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Bjørkheim' });
  const other = await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Askheim' });
  const foreign = await createCustomer(db, { firmName: 'Fremmed' });
  await createCustomer(db, { kind: 'stock', parentId: home, firmName: 'Lager' });
  await db.update(customers).set({ defaultAhp: centre }).where(eq(customers.custId, other));
  const { deviId } = await createDevice(db, { custId: home });
  ids = { city, home, other, foreign, centre, deviId };
  firm = await server.loginAs(await createUser(db, { role: 'FIRM', custId: city }));
  nurse = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home }));
});

const path = () => `/ajax/devices/${ids.deviId}/organisation`;
const fetchAs = async (as: string, query = '') => (await server.call('GET', `${path()}${query}`, { as })).body;
const save = (as: string, custId: number, updateAhp = false) =>
  server.call('PUT', path(), { as, body: { custId, updateAhp } });
const ahpOf = async () => (await server.db.select().from(devices))[0]?.ahpId;

describe('the organisation of a device', () => {
  test('lists the customers in the order of the tree from its top, each with the alarm centre of itself or the nearest above [D2.036 D3.016 D7.040]', async () => {
    const organisation = await fetchAs(firm);
    expect(organisation).toMatchObject({ custId: ids.home, ahpId: null, ahpName: null, more: false });
    const row = {
      custId: expect.any(Number),
      defaultAhp: null,
      customerId: null,
      customerName: null,
      stock: false,
      mayReceive: true,
    };
    const below = { customerId: ids.city, customerName: 'Solvik' };
    expect(organisation.customers).toEqual([
      { ...row, firmName: 'Solvik', level: 1 },
      { ...row, ...below, firmName: 'Askheim', level: 2, defaultAhp: ids.centre },
      { ...row, ...below, firmName: 'Bjørkheim', level: 2 },
      { ...row, firmName: 'Lager', level: 3, customerId: ids.home, customerName: 'Bjørkheim', stock: true },
    ]);
    const found = await fetchAs(firm, '?search=heim');
    expect(found.customers.map(({ firmName }: { firmName: string }) => firmName)).toEqual(['Askheim', 'Bjørkheim']);
    const ofCity = await createCustomer(server.db, { kind: 'partner' });
    await server.db.update(customers).set({ defaultAhp: ofCity }).where(eq(customers.custId, ids.city));
    const centres = (await fetchAs(firm)).customers.map(({ defaultAhp }: { defaultAhp: number }) => defaultAhp);
    expect(centres).toEqual([ofCity, ids.centre, ofCity, ofCity]);
  });

  test('shows visible customers that cannot be given devices, and no invisible ones [D2.039]', async () => {
    const visitor = await createUser(server.db, { role: 'TRACKER', custId: ids.city });
    const given = { role: 'TRACKER', status: 'active', information: 'all' } as const;
    await server.db.insert(customerRolePolicies).values([
      { ...given, custId: ids.city, policy: 'SUB_ORGS' },
      { ...given, custId: ids.home, policy: 'DEVICE_ORGANIZATION' },
    ]);
    const { customers: shown } = await fetchAs(await server.loginAs(visitor));
    const names = shown.map(({ firmName, mayReceive }: { firmName: string; mayReceive: boolean }) => [
      firmName,
      mayReceive,
    ]);
    expect(names).toEqual([
      ['Solvik', false],
      ['Askheim', false],
      ['Bjørkheim', true],
      ['Lager', true],
    ]);
  });

  test('takes the alarm centre of the new customer when requested, and keeps its own otherwise [D2.037 D3.015 D7.012]', async () => {
    const moved = await save(firm, ids.other, true);
    expect(moved).toMatchObject({
      status: 200,
      body: { custId: ids.other, firmName: 'Askheim', ahpId: ids.centre },
    });
    expect(await ahpOf()).toBe(ids.centre);
    expect(await fetchAs(firm)).toMatchObject({
      custId: ids.other,
      ahpId: ids.centre,
      ahpName: 'Vaktsentralen',
    });
    clock.advance(1000);
    expect((await save(firm, ids.home, false)).body).toMatchObject({ custId: ids.home, ahpId: ids.centre });
    clock.advance(1000);
    expect((await save(firm, ids.city, true)).body).toMatchObject({ custId: ids.city, ahpId: null });
    const entries = (await server.db.select().from(auditEntries).orderBy(auditEntries.auditId)).map(
      ({ action, custId }) => [action, custId],
    );
    expect(entries.slice(0, 2)).toEqual([
      ['assignment.ended', ids.home],
      ['assignment.begun', ids.other],
    ]);
  });

  test('is unchanged, including the wearer, when it is saved for the same customer', async () => {
    expect(await save(nurse, ids.home, true)).toMatchObject({ status: 200, body: { custId: ids.home } });
    expect(await server.db.select().from(deviceAssignments)).toHaveLength(1);
    expect(await server.db.select().from(auditEntries).orderBy(auditEntries.auditId)).toEqual([]);
  });

  test('is changed only with DEVICE_ORGANIZATION at both customers, and never during an alarm', async () => {
    expect((await save(nurse, ids.other)).status).toBe(404);
    expect((await save(firm, ids.foreign)).status).toBe(404);
    const tracker = await server.loginAs(await createUser(server.db, { role: 'TRACKER', custId: ids.city }));
    expect((await save(tracker, ids.other)).status).toBe(403);
    await createAlarm(server.db, { deviId: ids.deviId, custId: ids.home });
    expect(await save(firm, ids.other)).toMatchObject({ status: 409, body: { code: 'openAlarm' } });
  });
});

test('a newly registered device has the alarm centre of its customer', async () => {
  const device = { dehaId: 23, deviceName: 'Ny', deviceSerialNumber: 'NY1', identity: '861234567890123' };
  const added = await registerDevice(server.db, { ...device, custId: ids.other });
  const [row] = await server.db
    .select()
    .from(devices)
    .where(eq(devices.deviId, added?.deviId ?? 0));
  expect(row?.ahpId).toBe(ids.centre);
});
