import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mergeDeviceCounts } from '#domain/devices/device-counts.ts';
import { deviceCounts } from '#domain/devices/tables.ts';

let server: TestServer;
let ids: { home: number; other: number; stock: number };
let as: { firm: string; nurse: string; admin: string };

beforeAll(async () => {
  server = await startTestServer();
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db, {});
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  const other = await createCustomer(db, { kind: 'home', parentId: city });
  ids = { home, other, stock: await createCustomer(db, { kind: 'stock', parentId: city }) };
  const login = async (role: 'FIRM' | 'RESTRICTED_USER' | 'SUPERFIRM', custId: number | null) =>
    server.loginAs(await createUser(db, { role, custId }));
  as = {
    firm: await login('FIRM', city),
    nurse: await login('RESTRICTED_USER', home),
    admin: await login('SUPERFIRM', null),
  };
});

const call = async (who: string, method: 'POST' | 'DELETE', url: string, body?: object) => {
  const answer = await server.call(method, `/ajax/devices${url}`, { as: who, ...(body ? { body } : {}) });
  expect(answer, url).toMatchObject({ status: 200 });
  return answer;
};
/** What a list of one row a page says that there is in all. */
const totals = async () => {
  const found: number[] = [];
  for (const who of [as.admin, as.firm, as.nurse]) {
    const list = async (limit: number): Promise<TestAnswer['body']> =>
      (await server.call('GET', `/ajax/devices?limit=${limit}`, { as: who })).body;
    const [first, whole] = [await list(1), await list(200)];
    expect(first).toMatchObject({ total: whole.devices.length, totalIsLowerBound: false });
    found.push(first.total);
  }
  return found;
};

test('the list says how many devices there are, a pair of twins as one, whatever becomes of them', async () => {
  const { db } = server;
  const add = (custId: number, serial: string) => createDevice(db, { custId, serial, dehaId: 34 });
  const { deviId: master } = await add(ids.home, 'SN-1');
  const { deviId: moved } = await add(ids.home, 'SN-2');
  const { deviId: removed } = await add(ids.home, 'SN-3');
  await add(ids.other, 'SN-4');
  await add(ids.stock, 'SN-5');
  await add(ids.stock, 'SN-6');
  expect(await totals()).toEqual([6, 6, 3]);

  await call(as.firm, 'POST', `/${moved}/assignments`, { custId: ids.other });
  expect(await totals()).toEqual([6, 6, 2]);
  const unit = { deviceSerialNumber: 'SN-5', deviceName: 'Klokke', custId: ids.home, unit: null };
  await call(as.firm, 'POST', '', { ...unit, twinOf: master });
  expect(await totals()).toEqual([5, 5, 2]);
  await call(as.nurse, 'POST', `/${master}/twin/swap`);
  expect(await totals()).toEqual([5, 5, 2]);
  await call(as.nurse, 'DELETE', `/${master}/twin`);
  expect(await totals()).toEqual([6, 6, 3]);
  await call(as.firm, 'POST', `/${removed}/switch`, { serialNum: 'SN-6' });
  expect(await totals()).toEqual([6, 6, 3]);

  await server.call('PUT', `/ajax/devices/${master}/deletion_rule`, {
    as: as.admin,
    body: { allowDeviceDeletes: true },
  });
  await call(as.nurse, 'DELETE', `/${master}`);
  expect(await totals()).toEqual([5, 5, 2]);
  await db.execute(sql`delete from devices where device_serial_number in ('SN-2', 'SN-4')`);
  expect(await totals()).toEqual([3, 3, 2]);

  await mergeDeviceCounts(db);
  expect(await totals()).toEqual([3, 3, 2]);
  expect(await db.$count(deviceCounts)).toBe(2);
});

test('devices that move in opposite directions at the same time are counted', async () => {
  const { db } = server;
  const devices: { deviId: number; from: number; to: number }[] = [];
  for (let n = 0; n < 12; n++) {
    const [from, to] = n % 2 === 0 ? [ids.home, ids.other] : [ids.other, ids.home];
    devices.push({ deviId: (await createDevice(db, { custId: from, dehaId: 34 })).deviId, from, to });
  }
  await createDevice(db, { custId: ids.home, dehaId: 34 });
  const firms = await Promise.all(
    devices.map(async () => server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }))),
  );
  await Promise.all(
    devices.map(({ deviId, to }, n) => call(firms[n] ?? '', 'POST', `/${deviId}/assignments`, { custId: to })),
  );
  expect(await totals()).toEqual([13, 13, 7]);
});

test('an import that takes long keeps nobody from moving a device of the same customer', async () => {
  const { db } = server;
  const { deviId } = await createDevice(db, { custId: ids.home, dehaId: 34 });
  let moved: unknown;
  const importing = db.transaction(async (tx) => {
    await createDevice(tx, { custId: ids.home, dehaId: 34 });
    if (process.env.VARDE_TEST_POSTGRES !== undefined)
      moved = (await call(as.firm, 'POST', `/${deviId}/assignments`, { custId: ids.other })).status;
  });
  await importing;
  moved ??= (await call(as.firm, 'POST', `/${deviId}/assignments`, { custId: ids.other })).status;
  expect(moved).toBe(200);
  expect(await totals()).toEqual([2, 2, 1]);
});
