import type { LearningSensor, SensorRow } from '@varde/contract/sensors';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A complete Varde with a gateway on a real socket, and a watch that hears two base stations. */
let server: TestServer;
let watch: VirtualDevice;
let deviId: number;
let cookie: string;
const near = '02:5e:10:00:00:a1';

beforeAll(async () => {
  const port = await freePort();
  server = await startTestServer({ environment: { VARDE_WATCH_PORT: `${port}` } });
  await server.app.start();
  const custId = await createCustomer(server.db);
  const identity = '8800000015';
  ({ deviId } = await createDevice(server.db, { custId, dehaId: 34, identity }));
  cookie = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
  watch = createVirtualDevice({ protocol: 'watch', identity, host: '127.0.0.1', port, baseStations: true });
  await watch.connect();
});
afterAll(async () => {
  watch.close();
  await server.close();
});

const get = async <T>(rest: string) =>
  (await server.call('GET', `/ajax/devices/${deviId}${rest}`, { as: cookie })).body as T;
const unsaved = async () => (await get<{ sensors: LearningSensor[] }>('/sensors/unsaved')).sensors;
const own = async () => (await get<{ sensors: SensorRow[] }>('/sensors')).sensors;
const connect = (gatewayId: string) =>
  server.call('POST', `/ajax/devices/${deviId}/base_stations`, { as: cookie, body: { gatewayId } });

test('[D7.055] a base station that a watch hears is connected by a call, and is its own when the watch says so', async () => {
  await expect
    .poll(async () => (await unsaved()).map(({ id, rssi }) => [id, rssi]))
    .toEqual([
      [near, -48],
      ['02:5e:10:00:00:b2', -66],
    ]);
  expect(await own()).toEqual([]);
  expect((await connect('02:5e:10:00:00:ff')).status).toBe(404);
  expect(await connect(near)).toMatchObject({ status: 200, body: { sensors: [{ id: near, pending: true }, {}] } });
  await expect.poll(own).toMatchObject([
    {
      type: 'BaseStation',
      ...{ rssi: -48, connected: true, updating: false, actions: ['delete'] },
      sensor: { gatewayId: near, macAddress: near, status: { key: 'connected' } },
    },
  ]);
  expect((await unsaved()).map(({ id }) => id)).toEqual(['02:5e:10:00:00:b2']);
  expect(await connect(near)).toMatchObject({ body: { code: 'serialTaken' } });
  const [station] = await own();
  await server.call('DELETE', `/ajax/devices/${deviId}/sensors/${station?.sensor.deseId}`, { as: cookie });
  await expect.poll(own).toEqual([]);
});
