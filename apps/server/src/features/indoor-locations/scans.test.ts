import type { IndoorScan, ScannedPoint } from '@varde/contract/indoor-locations';
import { liveDestinations } from '@varde/contract/transport';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { DeviceSocket } from '@varde/testing/device-socket';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';

/** A complete Varde with gateways on real sockets, and simulated devices that answer a scan. */
let server: TestServer;
let clock: ManualClock;
let ports: { watch: number; eview: number };
let deviId: number;
let serial: string;
const as = { nurse: '', colleague: '' };
const open: { close(): void }[] = [];
const town = { lat: 62.4722, lng: 6.1549 };

beforeAll(async () => {
  ports = { watch: await freePort(), eview: await freePort() };
  clock = createManualClock();
  const environment = { VARDE_WATCH_PORT: `${ports.watch}`, VARDE_EVIEW_PORT: `${ports.eview}` };
  server = await startTestServer({ clock, environment });
  await server.app.start();
});
afterAll(() => server.close());
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Each test has its own device, since processing remembers the connections of a device. */
let identity = 3_234_567_890;
async function given(dehaId: number): Promise<void> {
  identity += 1;
  serial = `SCAN${identity}`;
  const custId = await createCustomer(server.db);
  ({ deviId } = await createDevice(server.db, { custId, dehaId, identity: `${identity}`, serial }));
  const login = async () => server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
  as.nurse = await login();
  as.colleague = await login();
}
const isConnected = () =>
  expect
    .poll(async () => (await server.db.select().from(devices).where(eq(devices.deviId, deviId)))[0]?.connected)
    .toBe(true);
async function arrive(protocol: 'watch' | 'eview' = 'watch'): Promise<VirtualDevice> {
  const at = { host: '127.0.0.1', port: ports[protocol], home: town };
  const device = createVirtualDevice({ protocol, identity: `${identity}`, ...at });
  open.push(device);
  await device.connect();
  await isConnected();
  return device;
}
/** Its next message differs from those of the same second, which are repetitions to the server. */
const walk = (device: VirtualDevice, place = town) =>
  device.perform({ type: 'move', place, speed: 0, course: 0, steps: 1 });
/** A watch that answers nothing. */
async function silentWatch(): Promise<DeviceSocket> {
  const watch = await DeviceSocket.connect(ports.watch);
  open.push({ close: () => watch.socket.destroy() });
  watch.send(`[3G*${identity}*0002*LK]`);
  await isConnected();
  return watch;
}
const scan = (who = as.nurse) => server.call('POST', `/ajax/devices/${deviId}/indoor_scan`, { as: who });
const latest = async (who = as.nurse): Promise<IndoorScan> =>
  (await server.call('GET', `/ajax/devices/${deviId}/indoor_scan`, { as: who })).body;
async function listen(who = as.nurse): Promise<LiveClient> {
  const client = await openLiveClient(server.port(), { cookie: who });
  open.push(client);
  const destination = `/topic/accesspointscan/${serial}`;
  client.send('SUBSCRIBE', { id: 'a', destination, receipt: 'r' });
  await client.next('RECEIPT');
  return client;
}
const heardBy = async (client: LiveClient): Promise<ScannedPoint[]> => JSON.parse((await client.next('MESSAGE')).body);
const stored = async () =>
  (
    await server.db
      .select()
      .from(transactions)
      .where(eq(transactions.deviId, deviId))
      .orderBy(desc(transactions.tranId))
  ).filter(({ detail }) => JSON.stringify(detail)?.includes('accessPoints'));

test('[D3.023 D4.027 D4.028 D7.031 D9.028] a scan asks a connected watch, and what it hears comes on the topic of its serial number as an array', async () => {
  await given(29);
  await arrive();
  const client = await listen();
  const started = await scan();
  expect(started).toMatchObject({ status: 200, body: { state: 'pending', accessPoints: [] } });
  const heard = await heardBy(client);
  // What is told has been committed.
  const [row] = await stored();
  const detail = row?.detail as { accessPoints: { macAddress: string; signalStrength: number }[] } | undefined;
  const known = detail?.accessPoints ?? [];
  expect(known.length).toBeGreaterThan(1);
  expect(heard).toEqual(
    known.map(({ macAddress, signalStrength }) => {
      return { type: 'W', macAddress, name: '', date: row?.recTs.getTime(), signalStrength };
    }),
  );
  await expect.poll(async () => (await latest()).state).toBe('confirmed');
  expect((await latest()).accessPoints).toEqual(heard);
  const actions = await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, deviId));
  expect(actions.map(({ action }) => action)).toEqual(['device.wifiScanned', 'device.macsRead']);
});

test('[D4.027 D9.028] a trigger that is asked answers with the access points around it', async () => {
  await given(23);
  await arrive('eview');
  const client = await listen();
  await scan();
  const heard = await heardBy(client);
  expect(heard).not.toEqual([]);
  await expect.poll(async () => (await latest()).state).toBe('confirmed');
  expect((await latest()).accessPoints).toEqual(heard);
});

test.each([
  [29, 60],
  [34, 60],
  [31, 60],
  [23, 180],
])('[D9.006 D9.028] the scan of a device of type %i times out after %i seconds', async (dehaId, seconds) => {
  await given(dehaId);
  await server.db.update(devices).set({ connected: true }).where(eq(devices.deviId, deviId));
  expect((await scan()).body.secondsLeft).toBe(seconds);
  clock.advance((seconds - 1) * 1000);
  expect((await latest()).secondsLeft).toBe(1);
  clock.advance(1000);
  expect((await latest()).secondsLeft).toBe(0);
});

test('[D9.028] no other hardware is scanned, and none that is not connected', async () => {
  for (const dehaId of [21, 14, 25]) {
    await given(dehaId);
    await server.db.update(devices).set({ connected: true }).where(eq(devices.deviId, deviId));
    expect(await scan(), `${dehaId}`).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  }
  await given(29);
  expect(await scan()).toMatchObject({ status: 409, body: { code: 'notConnected' } });
  expect(await latest()).toEqual({ state: null, reason: null, secondsLeft: 0, accessPoints: [] });
});

test('a device without positioning does not tell what is around it', async () => {
  await given(29);
  await server.db.update(devices).set({ connected: true }).where(eq(devices.deviId, deviId));
  await server.db.execute(
    sql`insert into device_settings (devi_id, key, desired) values (${deviId}, 'disablePositioning', 'true')`,
  );
  expect(await scan()).toMatchObject({ status: 409, body: { code: 'positioningOff' } });
  expect(await server.db.select().from(commands).where(eq(commands.deviId, deviId))).toEqual([]);
});

test('two users who scan one device share its answer: it is asked once, and both hear it', async () => {
  await given(29);
  const watch = await silentWatch();
  const clients = [await listen(as.nurse), await listen(as.colleague)];
  for (const who of [as.nurse, as.colleague, as.nurse]) expect((await scan(who)).status).toBe(200);
  await watch.bytes(40);
  expect(await server.db.select().from(commands).where(eq(commands.deviId, deviId))).toHaveLength(1);
  const fields = '251126,194500,V,62.4,N,6.1,E,0,0,0,0,80,90,0,0,00000000,0,1';
  const content = `UD,${fields},1,Ruter,02:ad:24:49:ea:60,-55`;
  watch.send(`[3G*${identity}*${content.length.toString(16).padStart(4, '0')}*${content}]`);
  for (const client of clients)
    expect(await heardBy(client)).toMatchObject([
      { macAddress: '02:ad:24:49:ea:60', name: 'Ruter', signalStrength: -55 },
    ]);
  expect(watch.received.toString('latin1').split('*CR]')).toHaveLength(2);
});

test('a colleague who looks at the device is told when an indoor location of it is saved', async () => {
  await given(29);
  const client = await openLiveClient(server.port(), { cookie: as.colleague });
  open.push(client);
  const destination = liveDestinations.device.replace(':deviId', `${deviId}`);
  client.send('SUBSCRIBE', { id: 'a', destination, receipt: 'r' });
  await client.next('RECEIPT');
  await client.next('MESSAGE');
  const point = { type: 'W', macAddress: '02:ad:24:49:ea:60', name: '', scannedTime: null, add: true };
  const body = {
    ...{ inloId: 0, rev: 0, deviId, custId: 0, name: 'Stua', latLng: '62.47220,6.15490', address: '' },
    indoorLocationDevices: [point],
  };
  const path = `/ajax/devices/${deviId}/indoor_locations`;
  expect((await server.call('PUT', path, { as: as.nurse, body })).status).toBe(200);
  expect(JSON.parse((await client.next('MESSAGE')).body)).toEqual({ indoorLocationsChanged: true });
});

test('what a device hears while no scan runs goes to nobody, also after the scan has timed out', async () => {
  await given(29);
  const device = await arrive();
  const client = await listen();
  device.sendPosition();
  await expect.poll(async () => (await stored()).length).toBe(1);
  clock.advance(1000);
  walk(device);
  const first = clock.now();
  await scan();
  expect((await heardBy(client)).every(({ date }) => date >= first)).toBe(true);
  await expect.poll(async () => (await latest()).state).toBe('confirmed');
  clock.advance(60_000);
  walk(device);
  device.sendPosition();
  await expect.poll(async () => (await stored()).length).toBe(3);
  clock.advance(1000);
  walk(device);
  const second = clock.now();
  await scan();
  expect((await heardBy(client)).every(({ date }) => date >= second)).toBe(true);
});

test('who comes back after a lost connection gets what was heard since the scan began, each as it was heard last', async () => {
  await given(29);
  const device = await arrive();
  device.sendPosition();
  await expect.poll(async () => (await stored()).length).toBe(1);
  clock.advance(10_000);
  walk(device);
  await scan();
  await expect.poll(async () => (await latest()).accessPoints.length).toBeGreaterThan(1);
  clock.advance(20_000);
  const later = clock.now();
  walk(device, { lat: town.lat + 0.0001, lng: town.lng });
  device.sendPosition();
  await expect.poll(async () => (await stored()).length).toBe(3);
  const { accessPoints, secondsLeft } = await latest(as.colleague);
  expect(secondsLeft).toBe(40);
  expect(new Set(accessPoints.map(({ macAddress }) => macAddress)).size).toBe(accessPoints.length);
  expect(accessPoints[0]?.date).toBe(later);
  const strengths = accessPoints.map(({ signalStrength }) => signalStrength);
  expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
});

test('a device that refuses for want of a GPS position is heard all the same, and a scan that is cancelled is over', async () => {
  await given(29);
  const watch = await silentWatch();
  const client = await listen();
  await scan();
  await watch.bytes(40);
  const state = (value: 'failed' | 'cancelled') =>
    server.db
      .update(commands)
      .set({ state: value, endedAt: new Date(clock.now()) })
      .where(eq(commands.deviId, deviId));
  const report = (minute: number) => {
    const content = `UD,251126,19${minute}00,V,62.4,N,6.1,E,0,0,0,0,80,90,0,0,00000000,0,1,1,,02:ad:24:49:ea:${minute},-55`;
    watch.send(`[3G*${identity}*${content.length.toString(16).padStart(4, '0')}*${content}]`);
  };
  await state('failed');
  report(45);
  expect(await heardBy(client)).toMatchObject([{ macAddress: '02:ad:24:49:ea:45' }]);
  await state('cancelled');
  expect((await latest()).secondsLeft).toBe(0);
  report(46);
  await expect.poll(async () => (await stored()).length).toBe(2);
  await scan();
  report(47);
  expect(await heardBy(client)).toMatchObject([{ macAddress: '02:ad:24:49:ea:47' }]);
});
