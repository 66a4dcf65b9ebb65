import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';
import { passwordMatches } from '#platform/secrets/passwords.ts';

const clock = createManualClock();
let server: TestServer;
let city: number;
let device: TestDevice;
let nurseId: number;
const as = { nurse: '', manager: '', relative: '' };

const kari = {
  ...{ name: 'Kari', mobile: '+4791234567', email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60 },
};

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db, { firmName: 'Solvik kommune' });
  const home = await createCustomer(db, { kind: 'private', parentId: city });
  device = await createDevice(db, { custId: home });
  const nurse = await createUser(db, { role: 'FIRM', custId: city });
  nurseId = nurse.userId;
  as.nurse = await server.loginAs(nurse);
  as.manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
  as.relative = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home }));
});

const path = () => `/ajax/eventSetup/devices/${device.deviId}`;
const get = async (who: string) => (await server.call('GET', path(), { as: who })).body;
const put = (who: string, rev: number, receivers: object[], at = path()) =>
  server.call('PUT', at, { as: who, body: { rev, receivers } });
const stored = async () =>
  (await server.db.select().from(notificationReceivers).orderBy(notificationReceivers.receiverId)).map(
    ({ pinHash }) => pinHash,
  );

describe('the PIN of a receiver', () => {
  test('is stored as a hash and never given again: a list says that there is one', async () => {
    const saved = await put(as.nurse, 0, [
      { ...kari, pin: '4711' },
      { ...kari, name: 'Ola' },
    ]);
    expect(saved.status).toBe(200);
    const [hash = null, none] = await stored();
    expect(hash).toMatch(/^\$argon2id\$/);
    expect([await passwordMatches(hash, '4711'), none]).toEqual([true, null]);
    for (const body of [saved.body, await get(as.nurse)]) {
      expect(body.receivers.map((one: { hasPin: boolean }) => one.hasPin)).toEqual([true, false]);
      expect(JSON.stringify(body)).not.toMatch(/4711|argon|pinHash/);
    }
    const entries = await server.db.select().from(auditEntries);
    expect(JSON.stringify(entries)).not.toMatch(/4711|argon/);
  });

  test('is one of a user as well', async () => {
    await put(as.nurse, 0, [{ ...kari, userId: nurseId, mobile: null, channels: ['email'], pin: '12345678' }]);
    expect((await get(as.nurse)).receivers).toMatchObject([{ userId: nurseId, hasPin: true }]);
  });

  test('stays when the list is saved without one, is replaced by another, and goes by null', async () => {
    const { rev, receivers } = (await put(as.nurse, 0, [{ ...kari, pin: '4711' }])).body;
    const before = await stored();
    const second = (await put(as.nurse, rev, [{ ...receivers[0], name: 'Kari Moe' }])).body;
    expect(await stored()).toEqual(before);
    const third = (await put(as.nurse, second.rev, [{ ...receivers[0], pin: '47112' }])).body;
    expect(await passwordMatches((await stored())[0] ?? null, '47112')).toBe(true);
    const last = (await put(as.nurse, third.rev, [{ ...receivers[0], pin: null }])).body;
    expect(last.receivers).toMatchObject([{ hasPin: false }]);
    expect(await stored()).toEqual([null]);
  });

  test('is copied when a device gets a list of its own from an inherited one', async () => {
    await put(as.manager, 0, [{ ...kari, pin: '4711' }], `/ajax/eventSetup/customers/${city}`);
    const { receivers } = await get(as.nurse);
    expect(receivers).toMatchObject([{ hasPin: true }]);
    const saved = (await put(as.nurse, 0, receivers)).body;
    expect(saved).toMatchObject({ source: { kind: 'device' }, receivers: [{ hasPin: true }] });
    const [inherited, own] = await stored();
    expect(own).toBe(inherited);
  });

  test('is one of what a private user may set: it silences no alarm', async () => {
    const saved = await put(as.relative, 0, [{ ...kari, pin: '4711' }]);
    expect([saved.status, saved.body.limited]).toEqual([200, true]);
    expect(saved.body.receivers).toMatchObject([{ hasPin: true }]);
  });

  test('is read without what a phone puts around digits', async () => {
    const saved = await put(as.nurse, 0, [{ ...kari, pin: '\u202a 4711\u00a0' }]);
    expect([saved.status, saved.body.receivers[0].hasPin]).toEqual([200, true]);
  });

  test.each(['123', '123456789', '12a4', '', 1234])('is refused as %j', async (pin) => {
    const { status, body } = await put(as.nurse, 0, [kari, { ...kari, pin }]);
    expect([status, body.code]).toEqual([400, 'validationFailed']);
    expect(body.errors.map((one: { path: string }) => one.path)).toEqual(['receivers.1.pin']);
    expect(await stored()).toEqual([]);
  });
});
