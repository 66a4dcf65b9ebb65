import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';

let server: TestServer;
let clock: ManualClock;
let ids: { city: number; home: number; other: number; foreign: number; deviId: number };
let nurse: string;
let otherNurse: string;
let manager: string;
let firm: string;

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  const other = await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Nabohjemmet' });
  const foreign = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId: home });
  ids = { city, home, other, foreign, deviId };
  const loginOf = async (role: 'RESTRICTED_USER' | 'SUPERFIRM' | 'FIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  nurse = await loginOf('RESTRICTED_USER', home);
  otherNurse = await loginOf('RESTRICTED_USER', other);
  firm = await loginOf('FIRM', city);
  manager = await loginOf('SUPERFIRM', city);
});

const minute = 60_000;
const assign = (as: string, custId: number) =>
  server.call('POST', `/ajax/devices/${ids.deviId}/assignments`, { as, body: { custId } });
let tranId = 0;
/** A position that arrives now and was found this long ago. */
const arrive = async (custId: number, ago = 0, over: Partial<typeof transactions.$inferInsert> = {}) => {
  const at = new Date(clock.now() - ago);
  const position = { posLati: 59.9, posLong: 10.7, posType: 0, posTime: at, deviceTime: at };
  await server.db.insert(transactions).values({
    tranId: ++tranId,
    recTs: new Date(clock.now()),
    deviId: ids.deviId,
    custId,
    dehaId: 23,
    metyId: 5,
    tranSource: 1,
    ...position,
    ...over,
  });
  clock.advance(minute);
  return tranId;
};
const read = async (as: string, part: string) => server.call('GET', `/ajax/devices/${ids.deviId}/${part}`, { as });
const seen = async (as: string) => {
  const answers = [await read(as, 'positions'), await read(as, 'transactions')];
  return answers.map(({ status, body }) =>
    status === 200 ? (body.positions ?? body.transactions).map((row: { tranId: number }) => row.tranId) : status,
  );
};

test('who gets a device sees no number or text that its former wearer had set, and all other settings', async () => {
  const set = { deviId: ids.deviId, reportedAt: null };
  await server.db.insert(deviceSettings).values([
    { ...set, key: 'phoneNoWhiteList1', desired: '+4791234567' },
    { ...set, key: 'heartbeatInterval', desired: 30 },
  ]);
  expect((await assign(firm, ids.other)).status).toBe(200);
  const kept = await server.db.select().from(deviceSettings);
  expect(kept.map(({ key, desired, updatedBy }) => [key, desired, updatedBy]).sort()).toEqual([
    ['heartbeatInterval', 30, null],
    ['phoneNoWhiteList1', '', null],
  ]);
});

describe('a device that still has the number of a former wearer in itself', () => {
  const phone = 'phoneNoWhiteList1';
  const has = (values: { desired?: string; reported?: string }) =>
    server.db.insert(deviceSettings).values({ deviId: ids.deviId, key: phone, ...values });
  const writes = async () => {
    const rows = await server.db.select().from(commands).orderBy(commands.commandId);
    return rows.map(({ command, state, createdBy }) => [command, state, createdBy]);
  };
  const clearing = { kind: 'writeSettings', values: { [phone]: '' } };

  test('is told to forget it, also where only the device has reported it', async () => {
    await has({ reported: '+4791234567' });
    expect((await assign(firm, ids.other)).status).toBe(200);
    expect(await writes()).toEqual([[clearing, 'pending', null]]);
  });

  test('is told so at each handover until it has confirmed it, as a unit that was returned switched off', async () => {
    await has({ desired: '+4791234567' });
    await assign(firm, ids.other);
    await server.db.update(commands).set({ state: 'expired', endedAt: new Date(clock.now()) });
    await assign(firm, ids.home);
    expect(await writes()).toEqual([
      [clearing, 'expired', null],
      [clearing, 'pending', null],
    ]);
    await server.db.update(commands).set({ state: 'confirmed' });
    await assign(firm, ids.other);
    expect(await writes()).toHaveLength(2);
  });

  test('is told nothing where it has no number', async () => {
    await has({ reported: '' });
    await assign(firm, ids.other);
    expect(await writes()).toEqual([]);
  });
});

test('the next wearer of a device does not see its earlier history, at the same customer', async () => {
  const before = await arrive(ids.home);
  expect(await seen(nurse)).toEqual([[before], [before]]);
  expect((await assign(nurse, ids.home)).status).toBe(200);
  expect(await seen(nurse)).toEqual([[], []]);
  clock.advance(minute);
  const after = await arrive(ids.home);
  expect(await seen(nurse)).toEqual([[after], [after]]);
  expect((await read(nurse, `transactions/${before}`)).status).toBe(404);
  expect((await read(nurse, `transactions/${after}`)).status).toBe(200);
});

test('messages that a device kept from before and sends later are not shown either', async () => {
  await assign(nurse, ids.home);
  clock.advance(minute);
  await arrive(ids.home, 60 * minute, { historical: true });
  expect(await seen(nurse)).toEqual([[], []]);
});

test('after a handover the old customer does not see the new history, nor the new customer the old one', async () => {
  const before = await arrive(ids.home);
  expect((await assign(firm, ids.other)).body).toMatchObject({ custId: ids.other, firmName: 'Nabohjemmet' });
  clock.advance(minute);
  const after = await arrive(ids.other);
  expect(await seen(otherNurse)).toEqual([[after], [after]]);
  expect((await seen(nurse))[1]).toEqual([before]);
  expect((await read(nurse, 'settings')).status).toBe(404);
});

test('access to all opens earlier assignments', async () => {
  const before = await arrive(ids.home);
  await assign(nurse, ids.home);
  expect(await seen(manager)).toEqual([[before], [before]]);
  expect(await seen(firm)).toEqual([[], []]);
});

test('the last known position is hidden after a change of wearer', async () => {
  const place = { posLati: 59.9, posLong: 10.7, posType: 0, posTime: new Date(clock.now()), place: 'Stua' };
  await server.db.update(devices).set(place).where(eq(devices.deviId, ids.deviId));
  await assign(nurse, ids.home);
  const [device] = await server.db.select().from(devices);
  expect(device).toMatchObject({ posLati: null, posLong: null, place: null, posTime: new Date(clock.now()) });
});

test('alarms from before are no longer listed; while one is open the device cannot be handed over', async () => {
  const alarmId = await createAlarm(server.db, {
    deviId: ids.deviId,
    custId: ids.home,
    at: new Date(clock.now()),
  });
  expect(await assign(nurse, ids.home)).toMatchObject({ status: 409, body: { code: 'openAlarm' } });
  await server.db.update(alarms).set({ state: 'reset' }).where(eq(alarms.alarmId, alarmId));
  const list = async () =>
    (await server.call('GET', `/ajax/alarms?deviId=${ids.deviId}`, { as: nurse })).body as { alarms: [] };
  expect((await list()).alarms).toHaveLength(1);
  clock.advance(minute);
  await assign(nurse, ids.home);
  expect((await list()).alarms).toHaveLength(0);
});

test('an alarm left at another customer stays there to be handled, and does not block a further handover', async () => {
  await server.db.update(devices).set({ flags: ['alarm'] });
  const alarmId = await createAlarm(server.db, { deviId: ids.deviId, custId: ids.foreign });
  expect(await assign(firm, ids.other)).toMatchObject({ status: 200 });
  const former = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId: ids.foreign }));
  const { body } = await server.call('GET', '/ajax/alarms', { as: former });
  expect(body).toMatchObject({ alarms: [{ alarmId, abilities: ['claim', 'reset', 'share'] }] });
  const reset = await server.call('POST', `/ajax/alarms/${alarmId}/reset`, {
    as: former,
    body: resetOrder(),
  });
  expect(reset).toMatchObject({ status: 200, body: { state: 'reset' } });
  expect((await server.call('GET', `/ajax/devices/${ids.deviId}`, { as: former })).status).toBe(404);
});

describe('a device is handed over', () => {
  test('only by a user with the right at both customers', async () => {
    expect((await assign(nurse, ids.other)).status).toBe(404);
    expect((await assign(otherNurse, ids.other)).status).toBe(404);
    expect((await assign(manager, ids.foreign)).status).toBe(404);
    expect((await assign(manager, ids.other)).status).toBe(200);
  });

  test('only with DEVICE_ORGANIZATION at both, which suffices [D5.024 D6.006 D6.019]', async () => {
    const visitor = await createUser(server.db, { role: 'TRACKER', custId: ids.city });
    const as = await server.loginAs(visitor);
    const give = (custId: number) =>
      server.db.insert(customerRolePolicies).values({
        custId,
        role: 'TRACKER',
        policy: 'DEVICE_ORGANIZATION',
        status: 'active',
        information: null,
      });
    expect((await assign(as, ids.other)).status).toBe(403);
    await give(ids.home);
    expect((await assign(await server.loginAs(visitor), ids.other)).status).toBe(404);
    await give(ids.other);
    expect((await assign(await server.loginAs(visitor), ids.other)).status).toBe(200);
  });

  test('with an entry in the audit log of either customer', async () => {
    await assign(firm, ids.other);
    const entries = await server.db.select().from(auditEntries);
    expect(entries.map(({ action, custId, deviId }) => [action, custId, deviId])).toEqual([
      ['assignment.ended', ids.home, ids.deviId],
      ['assignment.begun', ids.other, ids.deviId],
    ]);
  });

  test('and starts a new assignment also when its row is changed by other means', async () => {
    await server.db.update(devices).set({ custId: ids.other }).where(eq(devices.deviId, ids.deviId));
    const rows = await server.db.select().from(deviceAssignments).orderBy(deviceAssignments.assignmentId);
    expect(rows.map(({ custId, endsAt }) => [custId, endsAt === null])).toEqual([
      [ids.home, false],
      [ids.other, true],
    ]);
  });
});

test('a device that was handed over before the clock was set back can be handed over again, and history follows', async () => {
  expect((await assign(manager, ids.other)).status).toBe(200);
  clock.step(-60 * minute);
  expect((await assign(manager, ids.home)).status).toBe(200);
  const rows = await server.db.select().from(deviceAssignments).orderBy(deviceAssignments.assignmentId);
  expect(rows.map(({ custId, endsAt }) => [custId, endsAt === null])).toEqual([
    [ids.home, false],
    [ids.other, false],
    [ids.home, true],
  ]);
  const mine = await arrive(ids.home, 0, { assignmentId: rows[2]?.assignmentId ?? null });
  expect(await seen(nurse)).toEqual([[mine], [mine]]);
  expect(await seen(otherNurse)).toEqual([404, 404]);
});

test('[C3.03] a unit in stock is activated when a customer gets it, keeps the date when it is handed on, and loses it in stock', async () => {
  const { db } = server;
  const stock = await createCustomer(db, { kind: 'stock', parentId: ids.city });
  const unit = await createDevice(db, { custId: stock, serial: 'SN-UNIT' });
  ids.deviId = unit.deviId;
  const activated = async () =>
    (
      (await server.call('GET', `/ajax/devices/${unit.deviId}`, { as: firm })).body as {
        activatedDate: number;
      }
    ).activatedDate;
  expect(await activated()).toBeNull();
  const first = clock.now();
  await assign(firm, ids.home);
  expect(await activated()).toBe(first);
  clock.advance(minute);
  await assign(firm, ids.other);
  expect(await activated()).toBe(first);
  await assign(firm, stock);
  expect(await activated()).toBeNull();
  clock.advance(minute);
  await assign(firm, ids.home);
  expect(await activated()).toBe(first + 2 * minute);
});
