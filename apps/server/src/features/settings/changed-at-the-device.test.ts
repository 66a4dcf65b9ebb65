import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { devices } from '#domain/devices/tables.ts';

/** A complete Varde with its gateway on a real socket, and a simulated EV-07B that connects to it. */
let server: TestServer;
let port: number;
let deviId: number;
let cookie: string;
let unit: VirtualDevice;
beforeAll(async () => {
  port = await freePort();
  server = await startTestServer({ environment: { VARDE_EVIEW_PORT: `${port}` } });
  await server.app.start();
});
afterAll(() => server.close());
afterEach(() => unit.close());

let identity = 861_234_567_000_000;
async function given(options: { refusesSettings?: boolean } = {}): Promise<void> {
  identity += 1;
  const custId = await createCustomer(server.db);
  ({ deviId } = await createDevice(server.db, { custId, dehaId: 25, identity: `${identity}` }));
  const user = await createUser(server.db, { role: 'RESTRICTED_USER', custId });
  cookie = await server.loginAs(user);
  unit = createVirtualDevice({ protocol: 'eview', identity: `${identity}`, host: '127.0.0.1', port, ...options });
}
async function arrive(): Promise<void> {
  await unit.connect();
  const row = () => server.db.select().from(devices).where(eq(devices.deviId, deviId));
  await expect.poll(async () => (await row())[0]?.connected).toBe(true);
}

const url = (path = '') => `/ajax/devices/${deviId}/settings${path}`;
const save = (values: object) => server.call('PUT', url(), { as: cookie, body: { values } });
const keep = (values: object) => server.call('POST', url('/reported'), { as: cookie, body: { values } });
async function shown(key: string) {
  const { body } = await server.call('GET', url(), { as: cookie });
  const { settings } = body as { settings: { key: string; delivery: { state: string } | null }[] };
  const { desired, reported, deviates, delivery } = settings.find((one) => one.key === key) as never;
  return { desired, reported, deviates, delivery: (delivery as { state: string } | null)?.state ?? null };
}
const becomes = (key: string, expected: object) => expect.poll(() => shown(key)).toEqual(expected);
const writes = async () => await server.db.select().from(commands).where(eq(commands.deviId, deviId));

describe('a setting that is changed at the device itself', () => {
  test('stands beside the desired value, and is sent again when a user wants that', async () => {
    await given();
    await arrive();
    await save({ heartbeatInterval: 10 });
    await becomes('heartbeatInterval', { desired: 10, reported: 10, deviates: false, delivery: 'confirmed' });
    unit.change({ heartbeatInterval: 20 });
    await becomes('heartbeatInterval', { desired: 10, reported: 20, deviates: true, delivery: 'confirmed' });
    expect(await writes(), 'nothing is sent by itself').toHaveLength(1);
    await save({ heartbeatInterval: 10 });
    await becomes('heartbeatInterval', { desired: 10, reported: 10, deviates: false, delivery: 'confirmed' });
    expect(unit.settings).toMatchObject({ heartbeatInterval: 10 });
  });

  test('is kept when a user wants that, also when it could not be chosen: nothing is sent, and the audit log says so', async () => {
    await given();
    await arrive();
    await save({ heartbeatInterval: 10 });
    await becomes('heartbeatInterval', { desired: 10, reported: 10, deviates: false, delivery: 'confirmed' });
    unit.change({ heartbeatInterval: 20 });
    await expect.poll(() => shown('heartbeatInterval')).toMatchObject({ deviates: true });
    expect(await keep({ heartbeatInterval: 20 })).toMatchObject({ status: 200 });
    expect(await keep({ heartbeatInterval: 20 }), 'pressed twice').toMatchObject({ status: 200 });
    expect(await shown('heartbeatInterval')).toEqual({ desired: 20, reported: 20, deviates: false, delivery: null });
    expect(await writes()).toHaveLength(1);
    const logged = (await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, deviId))).filter(
      ({ action }) => action === 'settings.kept',
    );
    expect(logged.map(({ content }) => JSON.parse(content))).toMatchObject([
      { before: { heartbeatInterval: 10 }, after: { heartbeatInterval: 20 } },
    ]);
  });

  test('is not kept by somebody who saw another value, or while a value is on its way', async () => {
    await given();
    await arrive();
    await save({ heartbeatInterval: 10 });
    await becomes('heartbeatInterval', { desired: 10, reported: 10, deviates: false, delivery: 'confirmed' });
    unit.change({ heartbeatInterval: 30 });
    await expect.poll(() => shown('heartbeatInterval')).toMatchObject({ reported: 30 });
    const refused = { status: 409, body: { code: 'settingsChanged' } };
    expect(await keep({ heartbeatInterval: 20 })).toMatchObject({
      ...{ ...refused, body: { ...refused.body, errors: [{ path: 'values.heartbeatInterval', message: 'changed' }] } },
    });
    unit.close();
    await save({ heartbeatInterval: 10 });
    expect(await keep({ heartbeatInterval: 30 })).toMatchObject(refused);
    expect(await keep({ heartbeatInterval: '30' })).toMatchObject(refused);
    expect(await keep({ soundLevel: 1 })).toMatchObject({
      ...{ status: 400, body: { errors: [{ path: 'values.soundLevel', message: 'unknownSetting' }] } },
    });
  });

  test('is not overwritten when another setting of its group is saved', async () => {
    await given();
    await arrive();
    await save({ heartbeatInterval: 10, trackingInterval: 600 });
    await becomes('trackingInterval', { desired: 600, reported: 600, deviates: false, delivery: 'confirmed' });
    unit.change({ heartbeatInterval: 20 });
    await expect.poll(() => shown('heartbeatInterval')).toMatchObject({ deviates: true });
    await save({ trackingInterval: 300 });
    await becomes('trackingInterval', { desired: 300, reported: 300, deviates: false, delivery: 'confirmed' });
    expect(unit.settings).toMatchObject({ heartbeatInterval: 20, trackingInterval: 300 });
    expect(await shown('heartbeatInterval')).toMatchObject({ desired: 10, reported: 20, deviates: true });
  });

  test('while a save waits for the device, is shown beside it; the save counts when the device has confirmed it', async () => {
    await given();
    await save({ heartbeatInterval: 10 });
    unit.change({ heartbeatInterval: 20 });
    expect(await shown('heartbeatInterval')).toMatchObject({ desired: 10, deviates: false, delivery: 'pending' });
    await arrive();
    await becomes('heartbeatInterval', { desired: 10, reported: 10, deviates: false, delivery: 'confirmed' });
    expect(unit.settings).toMatchObject({ heartbeatInterval: 10 });
  });

  test('and that refuses the desired value deviates from it', async () => {
    await given({ refusesSettings: true });
    await arrive();
    unit.change({ heartbeatInterval: 20 });
    await expect.poll(() => shown('heartbeatInterval')).toMatchObject({ reported: 20 });
    await save({ heartbeatInterval: 10 });
    await becomes('heartbeatInterval', { desired: 10, reported: 20, deviates: true, delivery: 'failed' });
    expect(unit.settings).toMatchObject({ heartbeatInterval: 20 });
  });
});
