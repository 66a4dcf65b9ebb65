import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionCookie } from '@varde/contract/transport';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { anyPorts, freePort } from '@varde/testing/free-port';
import { makeDataFolder } from '@varde/testing/test-database';
import { startVardeProcess, type VardeProcess } from '@varde/testing/varde-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginSession } from '#domain/accounts/sessions.ts';
import { openPglite } from '#platform/database/database.ts';
import { createToken, hashOfToken } from '#platform/secrets/tokens.ts';

/** A Varde of its own that is killed and started again, and an EV-07B that keeps trying to reach it. */
let folder: string;
let ports: { http: number; eview: number };
let server: VardeProcess;
let unit: VirtualDevice;
let deviId: number;
let cookie: string;
/** Writes of settings that the device has taken. */
let writes = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'varde-delivery-'));
  await makeDataFolder(join(folder, 'data'));
  ports = { http: await freePort(), eview: await freePort() };
  const { db, close } = await openPglite(join(folder, 'data/database'));
  const custId = await createCustomer(db);
  const device = await createDevice(db, { custId, dehaId: 25 });
  deviId = device.deviId;
  const { userId } = await createUser(db, { role: 'RESTRICTED_USER', custId });
  const token = createToken();
  const now = Date.now();
  await beginSession(db, {
    ...{ tokenHash: hashOfToken(token), userId, context: 'PROFFWEB', now, expiresAt: now + 86_400_000 },
  });
  cookie = `${sessionCookie}=${token}`;
  await close();
  unit = createVirtualDevice({ protocol: 'eview', identity: device.identity, host: '127.0.0.1', port: ports.eview });
  unit.subscribe(({ type }) => {
    if (type === 'settingsWritten') writes += 1;
  });
});
afterAll(async () => {
  unit.close();
  server.child.kill('SIGKILL');
  await server.exit;
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = startVardeProcess(['serve'], {
    environment: {
      VARDE_DATA_DIR: join(folder, 'data'),
      VARDE_DEVICE_HOST: '127.0.0.1',
      ...anyPorts,
      VARDE_EVIEW_PORT: `${ports.eview}`,
      VARDE_HTTP_HOST: '127.0.0.1',
      VARDE_HTTP_PORT: `${ports.http}`,
    },
  });
  await server.printed('Varde is ready');
}
async function kill(): Promise<void> {
  server.child.kill('SIGKILL');
  await server.exit;
}
const url = () => `http://127.0.0.1:${ports.http}/ajax/devices/${deviId}/settings`;
const headers = () => ({ cookie, 'content-type': 'application/json', 'x-varde-context': 'PROFFWEB' });
async function save(heartbeatInterval: number): Promise<void> {
  const body = JSON.stringify({ values: { heartbeatInterval } });
  const { status } = await fetch(url(), { method: 'PUT', headers: headers(), body });
  expect(status).toBe(200);
}
async function delivery(): Promise<string | undefined> {
  const { settings } = (await (await fetch(url(), { headers: headers() })).json()) as {
    settings: { key: string; delivery: { state: string } | null }[];
  };
  return settings.find(({ key }) => key === 'heartbeatInterval')?.delivery?.state;
}
const isConfirmed = () => expect.poll(delivery, { timeout: 60_000 }).toBe('confirmed');

test('killed at any step of its delivery, a saved setting reaches the device and is confirmed, and is not sent again then', async () => {
  await start();
  await save(10);
  await kill(); // saved, and not offered
  await start();
  await unit.connect();
  await isConfirmed();
  expect([unit.settings.heartbeatInterval, writes]).toEqual([10, 1]);

  // The device has taken the value; the server has read its answer, or stored it, or neither.
  for (const [value, wait] of [
    [15, 0],
    [30, 4],
    [60, 12],
  ] as const) {
    const before = writes;
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    const stop = unit.subscribe(({ type }) => {
      if (type === 'settingsWritten') setTimeout(resolve, wait);
    });
    await save(value);
    await taken;
    stop();
    await kill();
    await start();
    await isConfirmed();
    expect(unit.settings).toMatchObject({ heartbeatInterval: value });
    expect(writes - before, 'once, or again when the answer was lost').toBeLessThanOrEqual(2);
  }

  const sent = writes;
  await kill();
  await start();
  await save(5); // follows whatever waits
  await isConfirmed();
  expect(writes).toBe(sent + 1);
}, 240_000);
