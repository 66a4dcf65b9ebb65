import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';

let server: TestServer;
let family: number;
let pendant: TestDevice;
let unit: TestDevice;
let cottage: TestDevice;
const as = { daughter: '', manager: '' };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  family = await createCustomer(db, { kind: 'private', firmName: 'Åse' });
  cottage = await createDevice(db, { custId: family, deviceName: 'Hytta', dehaId: 13 });
  unit = await createDevice(db, { custId: family, deviceName: 'Mors stue', dehaId: 13 });
  pendant = await createDevice(db, { custId: family, deviceName: 'Mors smykke' });
  await db.update(devices).set({ vardeAsReceiver: true });
  as.daughter = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: family }));
  as.manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }));
});

const usual = { events: [], hours: null, waitSeconds: 60 };
const kari = { name: 'Kari', mobile: '+4791234567', email: null, channels: ['sms'], ...usual };
const ola = { name: 'Ola', mobile: '+4792345678', email: null, channels: ['call'], ...usual };
const pathOf = ({ deviId }: TestDevice) => `/ajax/eventSetup/devices/${deviId}`;
const get = async (device: TestDevice, who = as.daughter) =>
  (await server.call('GET', pathOf(device), { as: who })).body;
const put = (device: TestDevice, body: object, who = as.daughter) =>
  server.call('PUT', pathOf(device), { as: who, body: { rev: 0, receivers: [kari, ola], ...body } });
const namesOf = async (device: TestDevice) => {
  const { source, receivers } = await get(device);
  return [source.kind, receivers.map(({ name }: { name: string }) => name)];
};
const kinOf = async (device: TestDevice) =>
  (await get(device)).receivers.map(({ nextOfKin }: { nextOfKin: string[] | null }) => nextOfKin);
const samenessOf = async (device: TestDevice, who = as.daughter) =>
  (await get(device, who)).household.map(({ isSame }: { isSame: boolean }) => isSame);
const also = (device: { deviId: number }, rev = 0) => ({ deviId: device.deviId, rev });

describe('the one list of a household', () => {
  test('names the other devices of a private customer, what people carry first, and whether each has the same list', async () => {
    const shown = await get(pendant);
    expect(shown.household).toEqual([
      { deviId: cottage.deviId, deviceName: 'Hytta', rev: 0, isSame: true },
      { deviId: unit.deviId, deviceName: 'Mors stue', rev: 0, isSame: true },
    ]);
    const names = (await get(cottage)).household.map(({ deviceName }: { deviceName: string }) => deviceName);
    expect(names).toEqual(['Mors smykke', 'Mors stue']);
  });

  test('is saved for the devices that are chosen in one transaction, with an entry in the audit log for each', async () => {
    const saved = await put(pendant, { alsoFor: [also(unit)] });
    expect(saved.status).toBe(200);
    expect(saved.body.household.map(({ isSame }: { isSame: boolean }) => isSame)).toEqual([false, true]);
    expect(await namesOf(unit)).toEqual(['device', ['Kari', 'Ola']]);
    expect(await namesOf(cottage)).toEqual(['none', []]);
    const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'eventSetup.saved'));
    expect(entries.map(({ deviId }) => deviId).toSorted()).toEqual([unit.deviId, pendant.deviId].toSorted());
  });

  test('keeps who is on both lists as the same receivers, and what a private user may not change as it was there', async () => {
    const night = { hours: { from: 1320, to: 420 }, waitSeconds: 120 };
    await put(unit, { receivers: [{ ...ola, ...night }] }, as.manager);
    const before = await get(unit);
    await put(pendant, { alsoFor: [also(unit, before.rev)] });
    const { receivers } = await get(unit);
    expect(receivers).toMatchObject([
      { name: 'Kari', ...usual },
      { name: 'Ola', receiverId: before.receivers[0].receiverId, channels: ['call'], ...night },
    ]);
  });

  test('takes from next of kin what they have lost and gives what they got, and keeps what only others give and take', async () => {
    const { rev } = (await put(unit, { receivers: [{ ...ola, nextOfKin: ['tracking', 'schedule'] }] }, as.manager))
      .body;
    const first = await put(pendant, {
      receivers: [
        { ...kari, nextOfKin: ['tracking'] },
        { ...ola, nextOfKin: ['check'] },
      ],
      alsoFor: [also(unit, rev), also(cottage)],
    });
    expect([await kinOf(pendant), await kinOf(unit), await kinOf(cottage)]).toEqual([
      [['tracking'], ['check']],
      [['tracking'], ['check', 'schedule']],
      [['tracking'], ['check']],
    ]);
    expect(await samenessOf(pendant), 'hours are not hers to give').toEqual([true, true]);
    expect(await samenessOf(pendant, as.manager)).toEqual([true, false]);
    const alsoFor = first.body.household.map((other: { deviId: number; rev: number }) => also(other, other.rev));
    const none = [
      { ...kari, nextOfKin: null },
      { ...ola, nextOfKin: null },
    ];
    expect((await put(pendant, { rev: first.body.rev, receivers: none, alsoFor })).status).toBe(200);
    expect([await kinOf(unit), await kinOf(cottage)]).toEqual([
      [null, ['schedule']],
      [null, null],
    ]);
    expect(await samenessOf(pendant)).toEqual([true, true]);
  });

  test('is another one where a next of kin may do something else', async () => {
    await put(unit, { receivers: [kari, { ...ola, nextOfKin: ['tracking'] }] });
    await put(cottage, { receivers: [kari, { ...ola, nextOfKin: ['tracking', 'image'] }] });
    await put(pendant, { receivers: [kari, ola] });
    expect(await samenessOf(pendant)).toEqual([false, false]);
    expect(await samenessOf(unit)).toEqual([false, false]);
  });

  test('brings no user to another device whom the caller may not choose there, and refuses a list that would be empty', async () => {
    const { userId } = await createUser(server.db, { role: 'AHP', custId: null });
    const operator = { name: 'Vakt', mobile: null, email: null, userId, channels: ['push'], ...usual };
    const { rev, receivers } = (await put(pendant, { receivers: [operator, kari] }, as.manager)).body;
    const refused = { status: 400, errors: [{ path: 'receivers.0.userId', message: expect.any(String) }] };
    const faultsOf = ({ status, body }: { status: number; body: { errors: object[] } }) => ({
      ...{ status, errors: body.errors },
    });
    expect(faultsOf(await put(cottage, { receivers: [operator, kari] }))).toEqual(refused);
    const saved = await put(pendant, { rev, receivers, alsoFor: [also(cottage)] });
    expect(saved.status).toBe(200);
    expect((await namesOf(pendant))[1]).toHaveLength(2);
    expect(await namesOf(cottage)).toEqual(['device', ['Kari']]);
    const alone = { rev: saved.body.rev, receivers: [saved.body.receivers[0]] };
    expect(faultsOf(await put(pendant, { ...alone, alsoFor: [also(unit)] }))).toEqual(refused);
    expect(await namesOf(unit)).toEqual(['none', []]);
    expect((await namesOf(pendant))[1], 'nothing is saved').toHaveLength(2);
    expect((await put(pendant, { ...alone, alsoFor: [also(unit)] }, as.manager)).status, 'who may choose it').toBe(200);
    expect((await get(unit)).receivers).toMatchObject([{ userId }]);
  });

  test('changes nothing when one of the lists has changed meanwhile, and says who changed it, and that of which device', async () => {
    await put(unit, { receivers: [ola] }, as.manager);
    const refused = await put(pendant, { alsoFor: [also(unit)] });
    expect([refused.status, refused.body.code]).toEqual([409, 'listChanged']);
    const changedBy = { path: 'changedBy', message: expect.stringContaining('Test Bruker') };
    expect(refused.body.errors).toEqual([changedBy, { path: 'device', message: 'Mors stue' }]);
    expect(await namesOf(pendant)).toEqual(['none', []]);
    expect(await namesOf(unit)).toEqual(['device', ['Ola']]);
  });

  test('tells no device of itself, and reaches no device of others', async () => {
    const formattedPhoneNumE164 = kari.mobile;
    await server.db.update(devices).set({ formattedPhoneNumE164 }).where(eq(devices.deviId, unit.deviId));
    const refused = await put(pendant, { alsoFor: [also(unit)] });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'receivers.0.mobile', message: expect.any(String) }],
    ]);
    const foreign = await createDevice(server.db, {
      custId: await createCustomer(server.db, { kind: 'private', firmName: 'Tor' }),
    });
    expect((await put(pendant, { alsoFor: [also(foreign)] })).status).toBe(404);
    expect(await server.db.$count(notificationReceivers)).toBe(0);
  });

  test('is for private customers: a home asks for no other devices', async () => {
    const home = await createCustomer(server.db, { kind: 'home', firmName: 'Solvik sykehjem' });
    const [one, other] = [
      await createDevice(server.db, { custId: home }),
      await createDevice(server.db, { custId: home }),
    ];
    const nurse = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId: home }));
    expect((await get(one, nurse)).household).toEqual([]);
    expect((await put(one, { alsoFor: [also(other)] }, nurse)).status).toBe(404);
  });
});
