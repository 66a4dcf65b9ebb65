import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { openLiveClient } from '@varde/testing/live-client';
import { messagesIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { type OwnDevice, ownDevice, removeTestAlarms } from '#domain/alarm-path/own-device.ts';
import { alarmPathChecks } from '#domain/alarm-path/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { pressAlarm } from '#gateway/press-alarm.ts';
import { metricsRegistry } from '#platform/log/metrics.ts';

let server: TestServer;
let port: number;
afterEach(() => server.close());

async function start(roles: string): Promise<void> {
  port = await freePort();
  server = await startTestServer({ environment: { VARDE_ROLES: roles, VARDE_WATCH_PORT: String(port) } });
  await server.app.start();
}

const press = ({ identity }: { identity: string }, signal = AbortSignal.timeout(15_000)) =>
  pressAlarm({ host: '127.0.0.1', port, identity, at: Date.now(), signal });

test('Varde raises an alarm itself when it starts, and follows it through gateway, processing and live channel to its receiver, without a provider; nothing of it is left', async () => {
  await start('gateway,processing,console,jobs');
  const { db } = server;
  await expect.poll(() => db.select().from(alarmPathChecks)).toHaveLength(1);
  const [check] = await db.select().from(alarmPathChecks);
  expect(check).toMatchObject({ passed: true, warned: false });
  expect(await db.select().from(alarms)).toEqual([]);
  expect(await db.select().from(transactions)).toEqual([]);
  expect(await messagesIn(db)).toEqual([]);
  expect(await db.select().from(devices)).toMatchObject([{ flags: [], status: 'clear' }]);
  expect(await metricsRegistry.metrics()).toMatch(/^varde_alarm_path_age_seconds \d/m);
});

test('an alarm that is not answered by the device’s gateway is an error that says so', async () => {
  await start('gateway,processing,console');
  const unknown = press({ identity: '123456789012345' }, AbortSignal.timeout(500));
  await expect(unknown).rejects.toThrow(/abort/i);
  await server.app.stop();
  await expect(press({ identity: '123456789012345' })).rejects.toThrow('ECONNREFUSED');
});

/** While its alarm is open. */
const nobodySees = async (own: OwnDevice, as: string) => {
  const get = async (path: string) => (await server.call('GET', `/ajax${path}`, { as })).body;
  const [alarm] = await server.db.select().from(alarms).where(eq(alarms.deviId, own.deviId));
  expect(await get('/alarms')).toMatchObject({ alarms: [{ deviceName: 'Astrid Lie' }] });
  expect(await get('/alarms/history')).toMatchObject({ alarms: [{ deviceName: 'Astrid Lie' }] });
  expect(await get(`/alarms/${alarm?.alarmId}`)).toMatchObject({ code: 'notFound' });
  expect(await get('/devices')).toMatchObject({ devices: [{ deviceName: 'Astrid Lie' }] });
  expect(await get(`/devices/${own.deviId}`)).toMatchObject({ code: 'notFound' });
  expect(await get('/customers')).toMatchObject({ customers: [{ firmName: 'Solvik kommune' }] });
};

test('the test device, its alarms and its customer are hidden from everybody, also from an administrator of the whole installation', async () => {
  await start('gateway,processing,console');
  const { db } = server;
  const own = await ownDevice(db, new Date());
  const custId = await createCustomer(db, { firmName: 'Solvik kommune' });
  const other = await createDevice(db, { custId, deviceName: 'Astrid Lie', dehaId: 34 });
  const administrator = await createUser(db, { role: 'SUPERFIRM', custId: null });
  const as = await server.loginAs(administrator);
  const client = await openLiveClient(server.port(), { cookie: as });
  client.send('SUBSCRIBE', { id: '1', destination: '/topic/alarms' });
  await client.next('MESSAGE');
  await press(own);
  await press(other);
  const message = JSON.parse((await client.next('MESSAGE')).body);
  expect(message.alarms).toMatchObject([{ deviId: other.deviId }]);
  client.close();
  await nobodySees(own, as);
});

test('the alarms of the test device are removed, and those of others are not', async () => {
  await start('gateway,processing,console');
  const { db } = server;
  const own = await ownDevice(db, new Date());
  const custId = await createCustomer(db);
  const other = await createDevice(db, { custId, dehaId: 34 });
  await press(own);
  await press(other);
  await removeTestAlarms(db, own.deviId);
  expect(await db.select().from(alarms)).toMatchObject([{ deviId: other.deviId }]);
  for (const { deviId } of await db.select().from(transactions)) expect(deviId).toBe(other.deviId);
  expect(await ownDevice(db, new Date())).toEqual(own);
});
