import { images } from '@varde/catalogue/testing/images';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents } from '#domain/accounts/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { putKnownMac } from '#domain/devices/known-macs.ts';
import { deviceIdentities, deviceImages, devices, unknownDevices } from '#domain/devices/tables.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';

const noList = { rev: 0, receivers: [], at: new Date(0), userId: 1 };
let server: TestServer;
let clock: ManualClock;
let ids: { partner: number; city: number; home: number; other: number; stock: number };
let device: { deviId: number; identity: string };
const as = { partner: '', partnerUser: '', firm: '', nurse: '', admin: '', neighbour: '' };

beforeAll(async () => {
  clock = createManualClock();
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
  ids = { partner, city, home, other, stock: await createCustomer(db, { kind: 'stock', parentId: city }) };
  device = await createDevice(db, { custId: home, deviceName: 'Borghild', serial: 'SN-OLD', dehaId: 34 });
  const login = async (role: 'RESTRICTED_USER' | 'FIRM' | 'SUPERFIRM', custId: number | null) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.partner = await login('FIRM', partner);
  as.partnerUser = await login('RESTRICTED_USER', partner);
  as.firm = await login('FIRM', city);
  as.nurse = await login('RESTRICTED_USER', home);
  as.neighbour = await login('RESTRICTED_USER', other);
  as.admin = await login('SUPERFIRM', null);
});

const call = (
  who: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  part: string,
  body?: unknown,
): Promise<TestAnswer> =>
  server.call(method, `/ajax/devices/${device.deviId}${part}`, { as: who, ...(body ? { body } : {}) });
const abilities = async (who: string): Promise<string[]> => (await call(who, 'GET', '')).body.abilities;
const rowOf = async (deviId: number) => (await server.db.select().from(devices).where(eq(devices.deviId, deviId)))[0];
const actions = async () =>
  (await server.db.select().from(auditEntries).orderBy(auditEntries.auditId)).map(({ action }) => action);

describe('a device is deleted', () => {
  test('[C1.06 C8.05] by a partner or a partner user, whose answer has its name, and nobody sees it any more', async () => {
    for (const who of [as.partner, as.partnerUser]) expect(await abilities(who)).toContain('delete');
    expect(await call(as.partner, 'DELETE', '')).toMatchObject({
      status: 200,
      body: { deviId: device.deviId, deviceName: 'Borghild' },
    });
    for (const who of Object.values(as)) {
      expect((await call(who, 'GET', '')).status).toBe(404);
      expect((await call(who, 'GET', '/transactions')).status).not.toBe(200);
      const { body }: TestAnswer = await server.call('GET', '/ajax/devices', { as: who });
      expect(body).toMatchObject({ devices: [], total: 0 });
    }
    expect((await call(as.partner, 'DELETE', '')).status).toBe(404);
    expect(await actions()).toContain('device.deleted');
  });

  test('[C1.06] with the image of its wearer, what it was tracked for and what waited for it, and is no longer connected', async () => {
    const { deviId } = device;
    const trackingUntil = new Date(clock.now() + 60_000);
    await server.db.update(devices).set({ connected: true, trackingUntil }).where(eq(devices.deviId, deviId));
    expect((await call(as.nurse, 'PUT', '/image', { file: images['image/png'] })).status).toBe(200);
    expect((await call(as.nurse, 'PUT', '/note', { id: 0, note: 'Bor alene', sms: true })).status).toBe(200);
    expect((await call(as.firm, 'POST', '/actions/reboot', {})).body).toMatchObject({ state: 'pending' });
    expect(await server.db.select().from(deviceImages)).toHaveLength(1);
    expect((await call(as.partner, 'DELETE', '')).status).toBe(200);
    expect(await server.db.select().from(deviceImages)).toEqual([]);
    expect(await server.db.select().from(commands)).toMatchObject([{ state: 'cancelled' }]);
    expect(await rowOf(deviId)).toMatchObject({
      ...{ deletedAt: new Date(clock.now()), connected: false, trackingUntil: null },
      ...{ noteAddedAt: null, userImageAt: null },
    });
  });

  test('[C5.07] by partners and partner users, and by others only where the device allows it, which partners and administrators say', async () => {
    for (const who of [as.partner, as.partnerUser]) expect(await abilities(who)).toContain('delete');
    for (const who of [as.firm, as.nurse]) {
      expect(await abilities(who)).not.toContain('delete');
      expect((await call(who, 'DELETE', '')).status).toBe(403);
      expect((await call(who, 'PUT', '/deletion_rule', { allowDeviceDeletes: true })).status).toBe(403);
    }
    expect((await call(as.admin, 'DELETE', '')).status).toBe(403);
    expect((await call(as.admin, 'PUT', '/deletion_rule', { allowDeviceDeletes: true })).status).toBe(200);
    expect(await abilities(as.nurse)).toContain('delete');
    expect((await call(as.neighbour, 'DELETE', '')).status).toBe(404);
    expect((await call(as.nurse, 'DELETE', '')).status).toBe(200);
  });

  test('not while an alarm is open, and then it keeps its alarms and its history', async () => {
    const { deviId } = device;
    const tranId = await createTransaction(server.db, { deviId, custId: ids.home });
    const alarmId = await createAlarm(server.db, { deviId, custId: ids.home, tranId });
    expect(await call(as.partner, 'DELETE', '')).toMatchObject({ status: 409, body: { code: 'openAlarm' } });
    expect(await rowOf(deviId)).toMatchObject({ deletedAt: null });
    await server.db.update(alarms).set({ state: 'reset' }).where(eq(alarms.alarmId, alarmId));
    expect((await call(as.partner, 'DELETE', '')).status).toBe(200);
    expect(await server.db.select().from(alarms)).toHaveLength(1);
    expect(await server.db.select().from(transactions)).toHaveLength(1);
  });

  test('and an alarm of its former customer that is still open can be claimed, reset and reopened', async () => {
    const { deviId } = device;
    const tranId = await createTransaction(server.db, { deviId, custId: ids.other });
    const alarmId = await createAlarm(server.db, { deviId, custId: ids.other, tranId });
    expect((await call(as.partner, 'DELETE', '')).status).toBe(200);
    const act = (action: string, body?: object) =>
      server.call('POST', `/ajax/alarms/${alarmId}/${action}`, {
        as: as.neighbour,
        ...(body ? { body } : {}),
      });
    expect(await act('claim')).toMatchObject({ status: 200, body: { state: 'claimed' } });
    const reset = await act('reset', resetOrder({ claimedAt: clock.now() }));
    expect(reset).toMatchObject({ status: 200, body: { state: 'reset' } });
    expect(await act('reopen')).toMatchObject({ status: 200, body: { state: 'open' } });
    for (const who of Object.values(as)) expect((await call(who, 'GET', '')).status).toBe(404);
  });

  test('and is an unknown device when it still sends; its serial number and identity are free again', async () => {
    const send = () =>
      server.bus.publishUplink(messageUplink(device.identity, clock.now(), [sampleOf()], { protocol: 'watch' }));
    expect(await send()).toBe('stored');
    await call(as.partner, 'DELETE', '');
    expect(await send()).toBe('unknownDevice');
    expect(await server.db.select().from(unknownDevices)).toMatchObject([{ identity: device.identity }]);
    const again = await createDevice(server.db, {
      custId: ids.home,
      dehaId: 34,
      serial: 'SN-OLD',
      identity: device.identity,
    });
    expect(again.deviId).not.toBe(device.deviId);
    expect(await send()).toBe('stored');
    expect(await server.db.select().from(deviceIdentities)).toMatchObject([{ deviId: again.deviId }]);
  });
});

describe('the history is deleted', () => {
  const at = (minutes: number) => new Date(clock.now() + minutes * 60_000);
  const log = async () => (await server.db.select().from(transactions)).map(({ tranId }) => tranId);

  test('[C1.08] of the present wearer, with the place, and alarms stay', async () => {
    const { deviId } = device;
    const before = await createTransaction(server.db, { deviId, custId: ids.home, recTs: at(-10) });
    clock.advance(1);
    await call(as.firm, 'POST', '/assignments', { custId: ids.home });
    clock.advance(60_000);
    await createTransaction(server.db, { deviId, custId: ids.home, recTs: at(0) });
    await createTransaction(server.db, { deviId, custId: ids.home, recTs: at(1) });
    const foreign = await createDevice(server.db, { custId: ids.home });
    const theirs = await createTransaction(server.db, {
      deviId: foreign.deviId,
      custId: ids.home,
      recTs: at(0),
    });
    const alarmId = await createAlarm(server.db, { deviId, custId: ids.home });
    await server.db.update(devices).set({ posLati: 59, posLong: 10, posTime: at(0) });
    expect(await call(as.nurse, 'DELETE', '/history')).toMatchObject({
      status: 409,
      body: { code: 'openAlarm' },
    });
    expect(await log()).toHaveLength(4);
    await server.db.update(alarms).set({ state: 'reset' }).where(eq(alarms.alarmId, alarmId));
    clock.advance(60_000);
    expect(await call(as.nurse, 'DELETE', '/history')).toMatchObject({
      status: 200,
      body: { deviceName: 'Borghild', transactions: 2 },
    });
    expect((await log()).sort()).toEqual([before, theirs].sort());
    expect(await rowOf(deviId)).toMatchObject({ posLati: null, posLong: null });
    expect(await rowOf(foreign.deviId)).toMatchObject({ posLati: 59 });
    expect(await server.db.select().from(alarms)).toHaveLength(1);
    expect(await actions()).toContain('device.historyForgotten');
  });

  test('by nobody of another customer', async () => {
    await createTransaction(server.db, { deviId: device.deviId, custId: ids.home });
    expect((await call(as.neighbour, 'DELETE', '/history')).status).toBe(404);
    expect(await log()).toHaveLength(1);
  });
});

describe('a device is replaced', () => {
  const swap = (who: string, serialNum: string) => call(who, 'POST', '/switch', { serialNum });
  const look = (who: string, serialNum: string) => call(who, 'GET', `/replacement?serialNum=${serialNum}`);

  test('[C1.09] by a unit from stock, which takes over customer, name, note and settings; each keeps its own history', async () => {
    const { db } = server;
    const { deviId: unit } = await createDevice(db, {
      custId: ids.stock,
      dehaId: 34,
      serial: 'SN-NEW',
      deviceName: 'SN-NEW',
    });
    await call(as.nurse, 'PUT', '/note', { id: 0, note: 'Hører dårlig', sms: true });
    const saved = await call(as.nurse, 'PUT', '/settings', { values: { phoneNoWhiteList1: '+4791234567' } });
    expect(saved.status).toBe(200);
    const old = await createTransaction(db, { deviId: device.deviId, custId: ids.home });
    expect((await look(as.firm, 'SN-NEW')).body).toMatchObject({
      deviId: unit,
      deviceSNNum: 'SN-NEW',
      settingsLost: [],
    });
    clock.advance(60_000);
    expect(await swap(as.firm, 'SN-NEW')).toMatchObject({
      status: 200,
      body: { deviId: unit, deviceName: 'Borghild' },
    });
    expect(await rowOf(unit)).toMatchObject({
      custId: ids.home,
      deviceName: 'Borghild',
      activatedDate: new Date(clock.now()),
    });
    expect(await rowOf(device.deviId)).toMatchObject({
      custId: ids.stock,
      deviceName: 'SN-OLD',
      noteAddedAt: null,
      activatedDate: null,
    });
    const read = async (part: string): Promise<TestAnswer> =>
      server.call('GET', `/ajax/devices/${unit}/${part}`, { as: as.nurse });
    expect((await read('note')).body).toMatchObject({ note: 'Hører dårlig', sms: true });
    const { body } = await read('settings');
    expect(body.settings).toContainEqual(expect.objectContaining({ key: 'phoneNoWhiteList1', desired: '+4791234567' }));
    const ofOld = await db.select().from(deviceSettings).where(eq(deviceSettings.deviId, device.deviId));
    expect(
      ofOld.find(({ key }) => key === 'phoneNoWhiteList1'),
      'cleared in the device as well',
    ).toMatchObject({ desired: '' });
    expect((await read('transactions')).body.transactions).toEqual([]);
    const [kept] = await db.select().from(transactions).where(eq(transactions.tranId, old));
    expect(kept).toMatchObject({ deviId: device.deviId });
    const sent = await db.select().from(commands).where(eq(commands.deviId, unit));
    expect(sent).toMatchObject([{ state: 'pending', command: { kind: 'writeSettings' } }]);
    expect((await call(as.nurse, 'GET', '')).status).toBe(404);
    expect(await actions()).toContain('device.swapped');
  });

  test('and the device forgets whom it called and how it was calibrated, and keeps its own password', async () => {
    const { db } = server;
    await createDevice(db, { custId: ids.stock, dehaId: 34, serial: 'SN-NEW' });
    const stored = { sosNumbers: '112,+4791234567', calibrateSystolicPressure: 145, smsPassword: '047114' };
    for (const [key, value] of Object.entries(stored))
      await db
        .insert(deviceSettings)
        .values({ deviId: device.deviId, key, desired: sql`${JSON.stringify(value)}::jsonb` });
    const command = { kind: 'writeSettings', values: { sosNumbers: stored.sosNumbers } };
    await db.insert(commands).values({ deviId: device.deviId, command, createdAt: new Date(clock.now()) });
    expect((await swap(as.firm, 'SN-NEW')).status).toBe(200);
    const kept = await db.select().from(deviceSettings).where(eq(deviceSettings.deviId, device.deviId));
    expect(kept.map(({ key, desired }) => [key, desired]).sort()).toEqual([
      ['smsPassword', stored.smsPassword],
      ['sosNumbers', ''],
    ]);
    const waited = await db
      .select()
      .from(commands)
      .where(eq(commands.deviId, device.deviId))
      .orderBy(commands.commandId);
    expect(waited).toMatchObject([
      { state: 'cancelled', reason: 'handedOver' },
      { state: 'pending', createdBy: null, command: { kind: 'writeSettings', values: { sosNumbers: '' } } },
    ]);
  });

  test('[C1.09] with the image, the known access points, the consents, the tag, the approved training, the alarm centre and the receiver of alarms; the device loses the data about its wearer', async () => {
    const { db } = server;
    const { deviId: unit } = await createDevice(db, { custId: ids.stock, dehaId: 34, serial: 'SN-NEW' });
    await db.update(devices).set({ ahpId: ids.partner }).where(eq(devices.deviId, device.deviId));
    await db.update(devices).set({ ahpId: ids.city }).where(eq(devices.deviId, unit));
    await call(as.nurse, 'PUT', '/image', { file: images['image/png'] });
    await call(as.nurse, 'PUT', '/user_tag', { userTag: 'GPS' });
    await call(as.nurse, 'PUT', '/training', { status: true });
    await db.update(devices).set({ lastTestAt: new Date(1000) });
    await db.update(devices).set({ vardeAsReceiver: true }).where(eq(devices.deviId, device.deviId));
    const mac = { macAddress: '02:ad:24:49:ea:60', type: 'W', lat: null, lng: null } as const;
    const assignmentId = await presentAssignmentId(db, device.deviId);
    await putKnownMac(db, { ...mac, deviId: device.deviId, assignmentId, location: 'Stua', address: '' });
    await saveList(db, { assignmentId, deviId: device.deviId }, noList);
    const said = { assignmentId, custId: ids.home, recordedAt: new Date(2000), recordedBy: 1 };
    for (const [state, saidAt] of [
      ['given', new Date(1000)],
      ['withdrawn', new Date(2000)],
    ] as const)
      await db.insert(consents).values({ ...said, kind: 'positions', state, saidAt });
    const before = await rowOf(device.deviId);
    expect(before).toMatchObject({ userTag: 'GPS', trainingApprovedBy: expect.any(Number) });
    clock.advance(60_000);
    expect((await swap(as.firm, 'SN-NEW')).status).toBe(200);
    expect(await rowOf(unit)).toMatchObject({
      userTag: 'GPS',
      userImageAt: before?.userImageAt,
      trainingApprovedBy: before?.trainingApprovedBy,
      trainingApprovedAt: before?.trainingApprovedAt,
      ahpId: ids.partner,
      vardeAsReceiver: true,
      // Another unit, so that nobody knows whether its button works.
      lastTestAt: null,
    });
    const image = (who: string, deviId: number) => server.call('GET', `/ajax/file/userimage/${deviId}/`, { as: who });
    expect((await image(as.nurse, unit)).status).toBe(200);
    const worn = await presentAssignmentId(db, unit);
    expect(await db.select().from(consents).where(eq(consents.assignmentId, worn))).toMatchObject([
      { kind: 'positions', state: 'withdrawn', saidAt: new Date(2000), custId: ids.home },
    ]);
    const inStock = await presentAssignmentId(db, device.deviId);
    expect(await db.select().from(consents).where(eq(consents.assignmentId, inStock))).toEqual([]);
    expect(await rowOf(device.deviId)).toMatchObject({
      userImageAt: null,
      trainingApprovedBy: null,
      lastTestAt: null,
      ahpId: ids.city,
    });
    expect((await image(as.firm, device.deviId)).status).toBe(404);
    const macs = async (who: string, deviId: number): Promise<TestAnswer> =>
      server.call('GET', `/ajax/devices/${deviId}/macs`, { as: who });
    expect((await macs(as.nurse, unit)).body.macs).toMatchObject([{ deviceKnownMac: { location: 'Stua' } }]);
    expect((await macs(as.firm, device.deviId)).body.macs).toEqual([]);
    const sourceOf = async (who: string, deviId: number) =>
      (await server.call('GET', `/ajax/eventSetup/devices/${deviId}`, { as: who })).body.source;
    expect(await sourceOf(as.nurse, unit)).toEqual({ kind: 'device' });
    expect(await sourceOf(as.firm, device.deviId)).toEqual({ kind: 'none' });
  });

  test('[C1.09] not by a unit of another customer, an unknown one, itself, or while either has an open alarm', async () => {
    const { db } = server;
    await createDevice(db, { custId: ids.other, serial: 'SN-IN-USE' });
    const spare = await createDevice(db, { custId: ids.stock, serial: 'SN-SPARE' });
    for (const serial of ['SN-IN-USE', 'SN-UNKNOWN', 'SN-OLD']) {
      expect(await swap(as.firm, serial)).toMatchObject({ status: 409, body: { code: 'notInStock' } });
      expect((await look(as.firm, serial)).status).toBe(409);
    }
    expect((await swap(as.nurse, 'SN-SPARE')).status).toBe(409); // the stock is not theirs
    expect((await swap(as.neighbour, 'SN-SPARE')).status).toBe(404);
    await createAlarm(db, { deviId: spare.deviId, custId: ids.stock });
    expect(await swap(as.firm, 'SN-SPARE')).toMatchObject({ status: 409, body: { code: 'openAlarm' } });
    expect(await rowOf(device.deviId)).toMatchObject({ custId: ids.home, deviceName: 'Borghild' });
  });

  test('by a spare unit of the same customer, and settings that it does not have are named', async () => {
    await createDevice(server.db, { custId: ids.home, dehaId: 20, serial: 'SN-HELP' });
    await call(as.nurse, 'PUT', '/settings', { values: { phoneNoWhiteList1: '+4791234567' } });
    expect((await look(as.nurse, 'SN-HELP')).body.settingsLost).toEqual(['phoneNoWhiteList1']);
    expect((await swap(as.nurse, 'SN-HELP')).status).toBe(200);
  });
});
