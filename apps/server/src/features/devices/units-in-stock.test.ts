import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: TestServer;
const clock = createManualClock();
let home: number;
let stock: number;
let unit: TestDevice;
let worn: TestDevice;
let manager: string;

beforeAll(async () => {
  server = await startTestServer({ clock });
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  home = await createCustomer(db, { kind: 'home' });
  stock = await createCustomer(db, { kind: 'stock', parentId: home });
  unit = await createDevice(db, { custId: stock, deviceName: 'Lager', serial: 'SN-STOCK' });
  worn = await createDevice(db, { custId: home, deviceName: 'Borghild', serial: 'SN-WORN' });
  manager = await server.loginAs(await createUser(db, { role: 'FIRM', custId: home }));
});

const get = async (path: string): Promise<TestAnswer['body']> =>
  ((await server.call('GET', `/ajax/${path}`, { as: manager })) as TestAnswer).body;
const names = async (query = ''): Promise<string[]> =>
  (await get(`devices?${query}`)).devices.map(({ deviceName }: { deviceName: string }) => deviceName);
const statusOf = async ({ deviId }: TestDevice): Promise<string> => (await get(`devices/${deviId}`)).status;
const send = (from: TestDevice, sample = sampleOf()) =>
  server.bus.publishUplink(messageUplink(from.identity, clock.now(), [sample]));
const assign = async (custId: number) => {
  const order = { as: manager, body: { custId } };
  expect((await server.call('POST', `/ajax/devices/${unit.deviId}/assignments`, order)).status).toBe(200);
};

test('a unit in stock has the status “last message only”, whatever it sends, and another one where it is in use [C4.02]', async () => {
  expect(await statusOf(unit)).toBe('lastMessageOnly');
  await send(unit, sampleOf({ battery: { level: 5 } }));
  expect(await statusOf(unit)).toBe('lastMessageOnly');
  await assign(home);
  expect(await statusOf(unit)).toBe('battery');
  await assign(stock);
  expect(await statusOf(unit)).toBe('lastMessageOnly');
  expect(await names('status=lastMessageOnly')).toEqual(['Lager']);
});

test('an alarm of a unit in stock is raised and shown as one, and stays when its status does not say it', async () => {
  await send(unit, sosSample({ at: clock.now() }));
  expect((await get('alarms')).alarms).toMatchObject([{ deviId: unit.deviId, state: 'open' }]);
  expect(await get(`devices/${unit.deviId}`)).toMatchObject({
    status: 'lastMessageOnly',
    alarmWarning: true,
  });
  expect(await names('filter=alarm')).toEqual(['Lager']);
});

test('the list has units in stock behind all that need somebody, and before those with which nothing is wrong', async () => {
  await createDevice(server.db, { custId: home, deviceName: 'Astrid', serial: 'SN-CLEAR' });
  await send(worn, sampleOf({ battery: { level: 5 } }));
  expect(await names()).toEqual(['Borghild', 'Lager', 'Astrid']);
  expect(await names('sort=name')).toEqual(['Astrid', 'Borghild', 'Lager']);
});
