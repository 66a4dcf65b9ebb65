import { images } from '@varde/catalogue/testing/images';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { openLiveClient } from '@varde/testing/live-client';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';

let server: TestServer;
const clock = createManualClock();
let ids: { home: number; other: number; stock: number };
let master: number;
let spare: { deviId: number; identity: string };
const as = { firm: '', nurse: '', neighbour: '', tracker: '', admin: '', partner: '' };

beforeAll(async () => {
  server = await startTestServer({ clock });
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const partner = await createCustomer(db, { kind: 'partner' });
  const city = await createCustomer(db, { parentId: partner });
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  const other = await createCustomer(db, { kind: 'home', parentId: city });
  ids = { home, other, stock: await createCustomer(db, { kind: 'stock', parentId: city }) };
  master = (await createDevice(db, { custId: home, deviceName: 'Borghild', serial: 'SN-MASTER' })).deviId;
  spare = await createDevice(db, { custId: ids.stock, deviceName: 'Lager', serial: 'SN-SPARE' });
  const login = async (role: 'RESTRICTED_USER' | 'FIRM' | 'SUPERFIRM' | 'TRACKER', custId: number | null) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.firm = await login('FIRM', city);
  as.nurse = await login('RESTRICTED_USER', home);
  as.neighbour = await login('RESTRICTED_USER', other);
  as.tracker = await login('TRACKER', home);
  as.admin = await login('SUPERFIRM', null);
  as.partner = await login('FIRM', partner);
});

const add = (who: string, body: object): Promise<TestAnswer> =>
  server.call('POST', '/ajax/devices', {
    as: who,
    body: {
      deviceSerialNumber: 'SN-SPARE',
      deviceName: 'Klokke',
      custId: ids.home,
      twinOf: null,
      unit: null,
      ...body,
    },
  });
const link = () => add(as.firm, { twinOf: master });
const call = (
  who: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
): Promise<TestAnswer> => server.call(method, `/ajax/devices/${url}`, { as: who, ...(body ? { body } : {}) });
const listed = async (who: string, query = ''): Promise<TestAnswer['body']> =>
  (await server.call('GET', `/ajax/devices${query}`, { as: who })).body;

test('a unit from stock is taken into use by its serial number, for a customer and with a name', async () => {
  const stock: TestAnswer = await server.call('GET', '/ajax/stock?serialNum=SN-SPARE', { as: as.firm });
  expect(stock.body).toEqual({
    unit: expect.objectContaining({ deviId: spare.deviId, dehaId: 23, deviceSNNum: 'SN-SPARE' }),
    mayRegister: false,
  });
  expect((await add(as.firm, {})).body).toEqual({
    deviId: spare.deviId,
    dehaId: 23,
    deviceName: 'Klokke',
    token: null,
  });
  expect((await call(as.nurse, 'GET', String(spare.deviId))).body).toMatchObject({
    deviceName: 'Klokke',
    ownedByCustId: ids.home,
    twin: 'NONE',
    deviceTwin: null,
  });
  expect(await add(as.firm, {})).toMatchObject({ status: 409, body: { code: 'notInStock' } });
  const entries = await server.db.select().from(auditEntries);
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['device.added', 'assignment.ended']));
});

test('a unit in a stock that is not the caller’s is neither found nor taken, and nobody adds for another customer', async () => {
  const { body }: TestAnswer = await server.call('GET', '/ajax/stock?serialNum=SN-SPARE', { as: as.nurse });
  expect(body).toEqual({ unit: null, mayRegister: false });
  expect((await add(as.nurse, {})).status).toBe(409);
  expect((await add(as.nurse, { custId: ids.other })).status).toBe(404);
  expect((await add(as.tracker, {})).status).toBe(403);
});

test('only an administrator of the installation registers a unit that is in no stock', async () => {
  const unit = { dehaId: 23, identity: '861234567890123', phone: '' };
  const fresh = { deviceSerialNumber: 'SN-FRESH', unit };
  expect((await add(as.firm, fresh)).status).toBe(403);
  expect((await add(as.admin, { ...fresh, unit: { ...unit, identity: 'x' } })).body.errors).toMatchObject([
    { path: 'unit.identity' },
  ]);
  expect((await add(as.admin, { ...fresh, unit: { ...unit, dehaId: 999 } })).status).toBe(400);
  expect((await add(as.admin, fresh)).status).toBe(200);
  expect(await add(as.admin, fresh)).toMatchObject({ status: 409, body: { code: 'serialTaken' } });
});

test('[C3.03 C3.04 C3.05 D3.009 D7.015] a device added as a twin is the clone of its master, until they are separated', async () => {
  const added = await link();
  expect(added.status).toBe(200);
  const clone = added.body.deviId;
  const pair = { masterDevice: master, device: clone };
  expect((await call(as.nurse, 'GET', String(master))).body).toMatchObject({
    twin: 'MASTER',
    deviceTwin: { deviId: master, ...pair, serial: 'SN-SPARE' },
  });
  expect((await call(as.nurse, 'GET', String(clone))).body).toMatchObject({
    twin: 'CLONE',
    ownedByCustId: ids.home,
    deviceTwin: { deviId: clone, ...pair, serial: 'SN-MASTER' },
  });
  expect((await call(as.nurse, 'GET', `${master}/twin`)).body).toMatchObject({
    twin: 'MASTER',
    twinDevice: { deviId: clone, deviceSerialNumber: 'SN-SPARE', deviceName: expect.any(String) },
    twinLearn: '/help/twins',
    abilities: ['change'],
  });
  expect((await call(as.neighbour, 'DELETE', `${master}/twin`)).status).toBe(404);
  expect((await call(as.tracker, 'DELETE', `${master}/twin`)).status).toBe(403);
  expect((await call(as.nurse, 'DELETE', `${master}/twin`)).body).toMatchObject({
    twin: 'NONE',
    twinDevice: null,
  });
  expect((await call(as.nurse, 'GET', String(clone))).body).toMatchObject({ twin: 'NONE', deviceTwin: null });
  expect(await call(as.nurse, 'DELETE', `${master}/twin`)).toMatchObject({
    status: 409,
    body: { code: 'noTwin' },
  });
});

test('[D7.016] swapping makes the clone the original, with all that belongs to the wearer, and back again', async () => {
  const clone = (await link()).body.deviId;
  await call(as.nurse, 'PUT', `${master}/note`, { id: 0, note: 'Hører dårlig', sms: false });
  await call(as.nurse, 'PUT', `${master}/user_tag`, { userTag: 'GPS' });
  await call(as.nurse, 'PUT', `${master}/training`, { status: true });
  expect((await call(as.nurse, 'PUT', `${master}/settings`, { values: { heartbeatInterval: 30 } })).status).toBe(200);
  const client = await openLiveClient(server.port(), { cookie: as.nurse });
  client.send('SUBSCRIBE', { id: 'a', destination: `/topic/device/${clone}`, receipt: 'r' });
  await client.next('RECEIPT');
  expect((await call(as.nurse, 'POST', `${master}/twin/swap`)).body).toMatchObject({ twin: 'CLONE' });
  const { body } = await call(as.nurse, 'GET', `${clone}/note`);
  expect(body).toMatchObject({ note: 'Hører dårlig', abilities: ['edit'] });
  const { devices: rows } = await listed(as.nurse);
  expect(rows).toMatchObject([
    {
      ...{ deviId: clone, twin: 'MASTER', deviceName: 'Borghild', hasNote: true, userTag: 'GPS' },
      twinDevice: { deviId: master, deviceName: 'Klokke' },
    },
  ]);
  expect((await call(as.nurse, 'GET', `${clone}`)).body.trainingApprovedBy).toEqual(expect.any(Number));
  expect((await call(as.nurse, 'GET', `${clone}/settings`)).body.settings).toContainEqual(
    expect.objectContaining({
      ...{ key: 'heartbeatInterval', desired: 30 },
      delivery: expect.objectContaining({ state: 'pending' }),
    }),
  );
  const told: object[] = [];
  while (!told.some((message) => 'devicePageChanged' in message))
    told.push(JSON.parse((await client.next('MESSAGE')).body));
  client.close();
  await call(as.nurse, 'POST', `${master}/twin/swap`);
  expect((await call(as.nurse, 'GET', `${master}/note`)).body).toMatchObject({ note: 'Hører dårlig' });
});

test('[C2.55 C2.56] the list shows a pair as one entry, the master with its clone in it, found by either serial number', async () => {
  const clone = (await link()).body.deviId;
  for (const query of ['', '?search=sn-master', '?search=sn-spare']) {
    const { devices: rows, total } = await listed(as.nurse, query);
    expect([rows.map(({ deviId }: { deviId: number }) => deviId), total]).toEqual([[master], 1]);
    expect(rows[0].twinDevice).toMatchObject({
      deviId: clone,
      deviceSNNum: 'SN-SPARE',
      status: 'neverUsed',
      battery: null,
    });
  }
  await call(as.nurse, 'DELETE', `${master}/twin`);
  const { devices: rows } = await listed(as.nurse);
  expect(rows.map(({ twinDevice }: { twinDevice: null }) => twinDevice)).toEqual([null, null]);
  expect((await listed(as.nurse, '?search=sn-spare')).devices).toMatchObject([{ deviId: clone }]);
});

test('[D5.022 D6.027] the clone takes no image and no approval of a training, and the master takes both', async () => {
  const clone = (await link()).body.deviId;
  const file = images['image/png'];
  const outcomes = async (device: number) => [
    (await call(as.nurse, 'PUT', `${device}/image`, { file })).status,
    (await call(as.nurse, 'PUT', `${device}/training`, { status: true })).status,
    (await call(as.nurse, 'GET', String(device))).body.abilities.includes('editInfo'),
  ];
  expect(await outcomes(clone)).toEqual([403, 403, false]);
  expect((await call(as.nurse, 'GET', String(clone))).body).toMatchObject({
    userImageVersion: null,
    trainingApprovedBy: null,
  });
  expect(await outcomes(master)).toEqual([200, 200, true]);
});

test('what the clone sends is published for its master’s row, and not as a row of its own', async () => {
  const clone = (await link()).body.deviId;
  const client = await openLiveClient(server.port(), { cookie: as.nurse });
  client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'r' });
  await client.next('RECEIPT');
  await server.bus.publishUplink(
    messageUplink(spare.identity, clock.now(), [sampleOf({ battery: { level: 40, charging: false } })]),
  );
  for (;;) {
    const message = JSON.parse((await client.next('MESSAGE')).body);
    expect(message.changes).toEqual([]);
    const last = message.clones?.at(-1);
    if (last?.clone.battery !== 40) continue;
    expect(last).toMatchObject({ masterDevice: master, clone: { deviId: clone, battery: 40 } });
    break;
  }
  client.close();
});

test('[C2.62 C4.36 D5.019 D5.023] a twin is not deleted, replaced or handed over, and has no notification list to edit, and a clone gets no note', async () => {
  const clone = (await link()).body.deviId;
  const refused = { status: 409, body: { code: 'isTwin' } };
  await createDevice(server.db, { custId: ids.stock, serial: 'SN-FREE' });
  for (const deviId of [master, clone]) {
    expect(await call(as.partner, 'DELETE', String(deviId))).toMatchObject(refused);
    expect(await call(as.firm, 'POST', `${deviId}/switch`, { serialNum: 'SN-FREE' })).toMatchObject(refused);
    expect(await call(as.firm, 'POST', `${deviId}/assignments`, { custId: ids.other })).toMatchObject(refused);
  }
  expect(await add(as.firm, { twinOf: master })).toMatchObject(refused);
  expect((await call(as.nurse, 'PUT', `${clone}/note`, { id: 0, note: 'x', sms: false })).status).toBe(403);
  expect((await call(as.nurse, 'GET', `${clone}/note`)).body.abilities).toEqual([]);
  const abilitiesOf = async (deviId: number): Promise<string[]> =>
    (await call(as.firm, 'GET', String(deviId))).body.abilities;
  expect(await abilitiesOf(clone)).not.toContain('twin');
  expect(await abilitiesOf(master)).toContain('twin');
  const separated = ['assign', 'eventSetup'];
  for (const deviId of [master, clone])
    expect((await abilitiesOf(deviId)).filter((ability) => separated.includes(ability))).toEqual([]);
  await call(as.nurse, 'DELETE', `${master}/twin`);
  expect(await abilitiesOf(master)).toEqual(expect.arrayContaining(separated));
  expect((await call(as.partner, 'DELETE', String(clone))).status).toBe(200);
});

test('a pair is not separated while an alarm of its clone is open: it is told by the list of the master', async () => {
  await link();
  const tranId = await createTransaction(server.db, { deviId: spare.deviId, custId: ids.home });
  const alarmId = await createAlarm(server.db, { deviId: spare.deviId, custId: ids.home, tranId });
  for (const unit of [master, spare.deviId])
    expect(await call(as.nurse, 'DELETE', `${unit}/twin`)).toMatchObject({
      status: 409,
      body: { code: 'openAlarm' },
    });
  expect((await call(as.nurse, 'POST', `${master}/twin/swap`)).status).toBe(200);
  await call(as.nurse, 'POST', `${master}/twin/swap`);
  await server.db.update(alarms).set({ state: 'reset' }).where(eq(alarms.alarmId, alarmId));
  expect((await call(as.nurse, 'DELETE', `${master}/twin`)).status).toBe(200);
});

test('a pair is separated while an alarm of its master is open, which keeps its list', async () => {
  await link();
  const tranId = await createTransaction(server.db, { deviId: master, custId: ids.home });
  await createAlarm(server.db, { deviId: master, custId: ids.home, tranId });
  expect((await call(as.nurse, 'DELETE', `${master}/twin`)).status).toBe(200);
});

test('[D1.016 D1.017] the page of a clone has the tabs info and general, and in general the logs alone', async () => {
  const clone = (await link()).body.deviId;
  const { body } = await call(as.firm, 'GET', String(clone));
  expect(body.tabs).toEqual([
    { key: 'info', place: 'main' },
    { key: 'general', place: 'main' },
    { key: 'logs', place: 'general' },
  ]);
  const [row] = await server.db.select().from(devices).where(eq(devices.deviId, clone));
  expect(row).toMatchObject({ twin: 'CLONE', twinDevice: master });
});
