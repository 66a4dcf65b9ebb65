import { createVirtualDevice } from '@varde/simulator/devices/virtual-device';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';

let server: TestServer;
let port: number;
let custId: number;
const as = { beta: '', nurse: '', tracker: '' };
beforeAll(async () => {
  port = await freePort();
  server = await startTestServer({ environment: { VARDE_WATCH_PORT: `${port}` } });
  await server.app.start();
  const { db } = server;
  custId = await createCustomer(db);
  const tester = await createUser(db, { role: 'RESTRICTED_USER', custId });
  await db.update(users).set({ beta: true }).where(eq(users.userId, tester.userId));
  as.beta = await server.loginAs(tester);
  as.nurse = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId }));
  as.tracker = await server.loginAs(await createUser(db, { role: 'TRACKER', custId }));
});
afterAll(() => server.close());

let made = 0;
async function add(dehaId: number): Promise<{ deviId: number; identity: string }> {
  made += 1;
  const identity = `990000${String(made).padStart(4, '0')}`;
  return createDevice(server.db, { custId, dehaId, identity });
}
const detail = async (deviId: number, who = as.nurse) =>
  (await server.call('GET', `/ajax/devices/${deviId}`, { as: who })).body;
/** Whether somebody has the setting of the report. */
async function mayTurnOn(deviId: number, who: string): Promise<boolean> {
  const { body } = await server.call('GET', `/ajax/devices/${deviId}/settings`, { as: who });
  return body.settings.some(({ key }: { key: string }) => key === 'watchRemoval');
}

/** A position or an alarm with this status word, as in the captured frames watch-034 and watch-018. */
async function sends(identity: string, word: 'UD' | 'AL', status: string): Promise<void> {
  const socket = await DeviceSocket.connect(port);
  const body = `${word},100116,153723,V,0,N,0,E,0.44,299.3,0.0,7,100,86,0,0,${status},0`;
  socket.send(`[3G*${identity}*${body.length.toString(16).padStart(4, '0')}*${body}]`);
  const answered = `[3G*${identity}*0002*${word}]`;
  if (word === 'AL') expect((await socket.bytes(answered.length)).toString()).toBe(answered);
  socket.socket.end();
  await socket.closed;
}

test.each([14, 45])(
  'watch %i says that it is taken off, by its state or by its alarm bit, and that it is on again',
  async (dehaId) => {
    const { deviId, identity } = await add(dehaId);
    const removed = async () => (await detail(deviId)).watchRemoved;
    expect(await removed()).toBeNull();
    await sends(identity, 'UD', '00000008');
    await expect.poll(removed).toBe(true);
    await sends(identity, 'UD', '00000000');
    await expect.poll(removed).toBe(false);
    await sends(identity, 'AL', '00100000');
    await expect.poll(removed).toBe(true);
    const { body } = await server.call('GET', '/ajax/alarms', { as: as.nurse });
    expect(body.alarms.filter((alarm: { deviId: number }) => alarm.deviId === deviId)).toEqual([]);
  },
);

test('a watch that does not notice it is never called removed, and reports nothing of it', async () => {
  const { deviId, identity } = await add(34);
  await sends(identity, 'AL', '00100008');
  expect(await detail(deviId)).toMatchObject({ watchRemoved: null, watchRemovedEnabled: null });
  expect(await mayTurnOn(deviId, as.beta)).toBe(false);
});

test.each([14, 45])(
  '[D2.072] a beta tester alone turns the report of watch %i on; the detail says so once the watch has confirmed',
  async (dehaId) => {
    const { deviId, identity } = await add(dehaId);
    expect([await mayTurnOn(deviId, as.nurse), await mayTurnOn(deviId, as.beta)]).toEqual([false, true]);
    const url = `/ajax/devices/${deviId}/settings`;
    const save = (who: string) => server.call('PUT', url, { as: who, body: { values: { watchRemoval: true } } });
    expect((await save(as.nurse)).status).toBe(400);
    expect((await save(as.beta)).status).toBe(200);
    expect(await detail(deviId)).toMatchObject({ watchRemovedEnabled: null });
    const wire = createVirtualDevice({ protocol: 'watch', identity, host: '127.0.0.1', port });
    await wire.connect();
    await expect.poll(async () => (await detail(deviId)).watchRemovedEnabled).toBe(true);
    expect(wire.settings).toMatchObject({ watchRemoval: true });
    expect((await detail(deviId, as.tracker)).watchRemovedEnabled).toBeNull();
    wire.close();
  },
);
