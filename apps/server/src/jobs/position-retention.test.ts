import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createGeofence, fenceCentre } from '@varde/testing/geofences';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers, positionDeletions } from '#domain/customers/tables.ts';
import { deviceAssignments, deviceIdentities, devices, malformedFrames } from '#domain/devices/tables.ts';
import { geofences } from '#domain/geofences/tables.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { createLog } from '#platform/log/log.ts';
import { dayMs, type JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';
import { logRetention } from './log-retention.ts';
import { positionRetention } from './position-retention.ts';

let server: TestServer;
let clock: ManualClock;
let ids: { city: number; home: number; other: number };
let jobs: JobContext;
let deviId: number;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  clock = createManualClock(Date.now()); // the database reads its own clock as well
  jobs = createProcess();
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Byen' });
  ids = {
    city,
    home: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Hjemmet' }),
    other: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Naboen' }),
  };
  ({ deviId } = await createDevice(db, { custId: ids.home, dehaId: 34 }));
  await db.update(deviceAssignments).set({ beginsAt: daysAgo(300) });
  admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
});

const daysAgo = (days: number) => new Date(clock.now() - days * dayMs);
const keep = (custId: number, positionDays: number | null) =>
  server.db.update(customers).set({ positionDays }).where(eq(customers.custId, custId));
let tranId = 0;
const place = {
  ...{ posType: 0, posLati: 62.4722, posLong: 6.1549, numSatellites: 9, hdop: 1.1, accuracy: 8, speed: 1, course: 2 },
  ...{ altitude: 3, inloId: 4, raw: Buffer.from('62.4722,6.1549') },
};
/** A message with a place. */
const store = (days: number, row: Partial<typeof transactions.$inferInsert> = {}) =>
  server.db.insert(transactions).values({
    ...{ tranId: ++tranId, recTs: daysAgo(days), deviId, dehaId: 34, custId: ids.home, metyId: 5, tranSource: 1 },
    ...{ ...place, posTime: daysAgo(days), battery: 80, detail: { place: 'Stua', cells: [1], moving: true } },
    ...row,
  });
const createProcess = (time: Clock = clock) =>
  createJobContext({ db: server.db, bus: createInProcessBus(), clock: time, log: createLog({ level: 'silent' }) });
const run = () => positionRetention.run(jobs);
const runNextDay = () => {
  clock.advance(dayMs);
  return run();
};
/** What the audit log has of deletions. */
const audited = async (action: 'positions.deleted' | 'transactions.deleted') => {
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.action, action));
  return entries.map(({ content }) => JSON.parse(content)).map(({ custId, after }) => [custId, after]);
};
/** Ages in days of the messages that have their place. */
const located = async () => {
  const rows = await server.db.select().from(transactions).orderBy(asc(transactions.recTs));
  return rows
    .filter(({ posLati }) => posLati !== null)
    .map(({ recTs }) => Math.round((clock.now() - recTs.getTime()) / dayMs));
};
const get = async (path: string) => (await server.call('GET', path, { as: admin })).body;

test('positions are deleted after the days of their customer, or of the nearest above it, and the messages stay without a place', async () => {
  await store(40);
  await store(20);
  await run();
  expect(await located()).toEqual([40, 20]);
  await keep(ids.city, 30);
  await run();
  expect(await located()).toEqual([20]);
  await keep(ids.home, 10);
  await run();
  expect(await located()).toEqual([]);
  const [first] = await server.db.select().from(transactions).orderBy(asc(transactions.recTs)).limit(1);
  expect(first).toMatchObject({ metyId: 5, battery: 80, detail: { moving: true }, raw: null, inloId: null });
  const cleared = ['posType', 'posLati', 'posLong', 'posTime', 'numSatellites', 'hdop', 'accuracy', 'speed'] as const;
  expect(cleared.map((key) => first?.[key])).toEqual(cleared.map(() => null));
});

test('the log, its export, the map and the graph agree on what was deleted', async () => {
  await store(20);
  await store(1);
  await keep(ids.home, 10);
  await run();
  const log = await get(`/ajax/devices/${deviId}/transactions`);
  expect(
    log.transactions.map(({ posLati, battery }: { posLati: number | null; battery: number }) => [posLati, battery]),
  ).toEqual([
    [62.4722, 80],
    [null, 80],
  ]);
  const map = await get(`/ajax/devices/${deviId}/positions?count=10`);
  expect(map.positions).toHaveLength(1);
  const file = await server.call(
    'GET',
    `/ajax/devices/${deviId}/transactions/export?language=nb&timeZone=Europe/Oslo`,
    {
      as: admin,
    },
  );
  expect(file.status).toBe(200);
});

test('each stretch of time follows the customer whose time it was, also a message of it that came late', async () => {
  const [former] = await server.db
    .update(deviceAssignments)
    .set({ endsAt: daysAgo(15) })
    .returning();
  await server.db.insert(deviceAssignments).values({ deviId, custId: ids.other, beginsAt: daysAgo(15) });
  await keep(ids.home, 30);
  await keep(ids.other, 7);
  await store(40);
  await store(20);
  await store(12, { custId: ids.other });
  await store(11, { assignmentId: former?.assignmentId ?? 0 });
  await store(3, { custId: ids.other });
  await run();
  expect(await located()).toEqual([20, 11, 3]);
  const rows = await server.db.select().from(positionDeletions).orderBy(asc(positionDeletions.custId));
  expect(rows.map(({ custId, keptDays, transactions: count }) => [custId, keptDays, count])).toEqual([
    [ids.home, 30, 1],
    [ids.other, 7, 1],
  ]);
});

test('while a case is open, its alarm, what was received since it began and the last place of its device stay; after it they are deleted', async () => {
  const { db } = server;
  await keep(ids.home, 10);
  await store(50);
  const alarmId = await createAlarm(db, { deviId, custId: ids.home, at: daysAgo(40) });
  await db.update(alarms).set({ posLati: 62, posLong: 6, posTime: daysAgo(40), posType: 0, place: 'Stua' });
  await store(39);
  await db
    .update(devices)
    .set({ posLati: 62, posLong: 6, posTime: daysAgo(39), posType: 0 })
    .where(eq(devices.deviId, deviId));
  await run();
  expect(await located()).toEqual([39]);
  const now = async () => {
    const [alarm] = await db.select().from(alarms).where(eq(alarms.alarmId, alarmId));
    const [device] = await db.select().from(devices).where(eq(devices.deviId, deviId));
    return [alarm?.posLati, alarm?.place, device?.posLati];
  };
  expect(await now()).toEqual([62, 'Stua', 62]);
  await db.update(alarms).set({ state: 'reset', resetAt: daysAgo(1) });
  await run();
  expect(await located()).toEqual([]);
  expect(await now()).toEqual([62, 'Stua', null]);
  await db.update(alarms).set({ resetAt: daysAgo(11) });
  await runNextDay();
  expect(await now()).toEqual([null, null, null]);
});

describe('where the fences of a wearer saw them outside', () => {
  const outside = (days: number) => ({
    ...{ ...fenceCentre, accuracy: null, inloId: null },
    ...{ at: daysAgo(days).getTime(), heardAt: daysAgo(days).getTime() },
  });
  const stillPlaces = async () =>
    (await server.db.select().from(geofences).orderBy(asc(geofences.geofenceId))).map(({ still }) => still);
  const lastHeard = (days: number) =>
    server.db.update(devices).set({ posLati: 62, posLong: 6, posType: 0, posTime: daysAgo(days) });

  test('is forgotten with the last position of the device, and counted with it', async () => {
    await keep(ids.home, 10);
    await createGeofence(server.db, deviId, { still: outside(20), outside: true });
    await createGeofence(server.db, deviId, { still: outside(20), outside: true, name: 'Hytta' });
    await lastHeard(20);
    await run();
    expect(await stillPlaces()).toEqual([null, null]);
    expect(await audited('positions.deleted')).toEqual([
      [ids.home, { days: 10, transactions: 0, alarms: 0, devices: 1 }],
    ]);
  });

  test('stays while the device is heard there, and while a case is open', async () => {
    await keep(ids.home, 10);
    const still = outside(20);
    await createGeofence(server.db, deviId, { still, outside: true });
    await lastHeard(1);
    await run();
    expect(await stillPlaces(), 'it is where the wearer is now').toEqual([still]);
    await lastHeard(19);
    const alarmId = await createAlarm(server.db, { deviId, custId: ids.home, at: daysAgo(19) });
    await runNextDay();
    expect(await stillPlaces()).toEqual([still]);
    await server.db
      .update(alarms)
      .set({ state: 'reset', resetAt: daysAgo(0) })
      .where(eq(alarms.alarmId, alarmId));
    await runNextDay();
    expect(await stillPlaces()).toEqual([null]);
  });

  test('is forgotten of a wearer who has handed the device back, whatever the next one does', async () => {
    await keep(ids.home, 10);
    await createGeofence(server.db, deviId, { still: outside(20), outside: true });
    await server.db.update(deviceAssignments).set({ endsAt: daysAgo(15) });
    await server.db.insert(deviceAssignments).values({ deviId, custId: ids.other, beginsAt: daysAgo(15) });
    await createGeofence(server.db, deviId, { still: outside(12), outside: true });
    await lastHeard(1);
    await run();
    expect(await stillPlaces()).toEqual([null, outside(12)]);
  });
});

test('frames that could not be read are deleted as the positions that they may hold, but not while a case is open', async () => {
  const { identity } = await createDevice(server.db, { custId: ids.home, dehaId: 34 });
  const stranger = await createDevice(server.db, { custId: ids.other, dehaId: 34 });
  await server.db.update(deviceAssignments).set({ beginsAt: daysAgo(300) });
  const [known] = await server.db.select().from(deviceIdentities).where(eq(deviceIdentities.identity, identity));
  if (known === undefined) throw new Error('the device has an identity');
  const frame = (days: number, of: string) => ({
    ...{ protocol: known.protocol, identity: of, remoteAddress: '192.0.2.1', receivedAt: daysAgo(days) },
    ...{ reason: 'checksum', raw: Buffer.from('62.4722,6.1549') },
  });
  await server.db
    .insert(malformedFrames)
    .values([frame(20, identity), frame(5, identity), frame(20, stranger.identity), frame(20, 'UKJENT')]);
  const left = async () =>
    (await server.db.select().from(malformedFrames).orderBy(asc(malformedFrames.malformedId))).length;
  await keep(ids.home, 10);
  const alarmId = await createAlarm(server.db, { deviId: known.deviId, custId: ids.home, at: daysAgo(25) });
  await run();
  expect(await left(), 'while a case is open').toBe(4);
  await server.db
    .update(alarms)
    .set({ state: 'reset', resetAt: daysAgo(1) })
    .where(eq(alarms.alarmId, alarmId));
  await run();
  expect(await left()).toBe(3);
  expect(await audited('positions.deleted')).toEqual([
    [ids.home, { days: 10, transactions: 1, alarms: 0, devices: 0 }],
  ]);
  const { deletions } = await get(`/ajax/customers/${ids.home}/position_retention`);
  expect(deletions).toMatchObject([{ firmName: 'Hjemmet', days: 10, transactions: 1 }]);
});

describe('the days of a device’s log together with those of its customer', () => {
  const keepLog = (days: number, of = deviId) =>
    server.db.insert(deviceSettings).values({ deviId: of, key: 'logKeptDays', desired: days });
  const runBoth = async () => {
    await logRetention.run(jobs);
    await run();
  };
  const ages = async () => {
    const rows = await server.db.select().from(transactions).orderBy(asc(transactions.recTs));
    return rows.map(({ recTs }) => Math.round((clock.now() - recTs.getTime()) / dayMs));
  };

  test('the shorter ones hold for positions, and the audit log says what was deleted by each', async () => {
    for (const days of [100, 40, 20, 5]) await store(days);
    await keepLog(90);
    await keep(ids.home, 30);
    await runBoth();
    expect([await ages(), await located()]).toEqual([
      [40, 20, 5],
      [20, 5],
    ]);
    expect(await audited('transactions.deleted')).toEqual([[ids.home, { devices: 1, transactions: 1 }]]);
    expect(await audited('positions.deleted')).toEqual([
      [ids.home, { days: 30, transactions: 1, alarms: 0, devices: 0 }],
    ]);
    await server.db.update(deviceSettings).set({ desired: 7 });
    await runBoth();
    expect([await ages(), await located()]).toEqual([[5], [5]]);
    expect(await audited('positions.deleted')).toHaveLength(1);
    expect(await audited('transactions.deleted')).toHaveLength(2);
  });

  test('neither deletes what an open alarm may need, and both do once it is reset', async () => {
    await store(40);
    const alarmId = await createAlarm(server.db, { deviId, custId: ids.home, at: daysAgo(39) });
    await store(38);
    await keepLog(30);
    await keep(ids.home, 7);
    await runBoth();
    expect([await ages(), await located()], 'the place before the alarm is old').toEqual([[40, 38], [38]]);
    await server.db
      .update(alarms)
      .set({ state: 'reset', resetAt: daysAgo(1) })
      .where(eq(alarms.alarmId, alarmId));
    await runBoth();
    expect(await ages()).toEqual([]);
  });

  test('a device that has moved keeps its former log by the former customer’s days, and the log of each customer is its own', async () => {
    await server.db.update(deviceAssignments).set({ endsAt: daysAgo(15) });
    await server.db.insert(deviceAssignments).values({ deviId, custId: ids.other, beginsAt: daysAgo(15) });
    await store(40);
    await store(20);
    await store(12, { custId: ids.other });
    await store(3, { custId: ids.other });
    await keepLog(7);
    await keep(ids.home, 30);
    await runBoth();
    expect([await ages(), await located()]).toEqual([
      [40, 20, 3],
      [20, 3],
    ]);
    expect(await audited('transactions.deleted')).toEqual([[ids.other, { devices: 1, transactions: 1 }]]);
  });

  test('a customer has its own days, also below one that keeps positions shorter, and else those of the nearest above', async () => {
    const ward = await createCustomer(server.db, { kind: 'home', parentId: ids.home, firmName: 'Avdelingen' });
    const below = await createDevice(server.db, { custId: ward, dehaId: 34 });
    await server.db.update(deviceAssignments).set({ beginsAt: daysAgo(300) });
    await keep(ids.city, 7);
    await keep(ids.home, 30);
    await store(20);
    await store(20, { deviId: below.deviId, custId: ward });
    await runBoth();
    expect(await located()).toEqual([20, 20]);
    await keep(ward, 365);
    await keep(ids.home, null);
    await runBoth();
    expect(await located()).toEqual([20]);
  });
});

test('many positions are deleted some at a time, by two processes at once, and counted once', async () => {
  await keep(ids.city, 30);
  const rows = Array.from({ length: 1203 }, (_, index) => ({
    ...{
      tranId: ++tranId,
      recTs: daysAgo(index < 700 ? 50 : 60 + index / 24),
      deviId,
      dehaId: 34,
      custId: ids.home,
    },
    ...{ metyId: 5, tranSource: 1, posLati: 62, posLong: 6 },
  }));
  await server.db.insert(transactions).values(rows);
  await Promise.all([run(), positionRetention.run(createProcess())]);
  await runNextDay();
  expect(await located()).toEqual([]);
  const report = await get(`/ajax/customers/${ids.city}/position_retention`);
  expect(report.deletions).toMatchObject([
    { firmName: 'Hjemmet', days: 30, transactions: 1203, alarms: 0, devices: 0 },
  ]);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'positions.deleted'));
  const counts = entries.map(({ content }) => JSON.parse(content).after.transactions);
  expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(1203);
});

test('a run ends after five minutes, also within the time of one device, and the next ones go on where it ended', async () => {
  const next = await createDevice(server.db, { custId: ids.home, dehaId: 34 });
  await server.db.update(deviceAssignments).set({ beginsAt: daysAgo(300) });
  await keep(ids.city, 30);
  const rows = Array.from({ length: 1100 }, (_, index) => ({
    ...{ tranId: ++tranId, recTs: daysAgo(50 + index / 24), deviId, dehaId: 34, custId: ids.home },
    ...{ metyId: 5, tranSource: 1, posLati: 62, posLong: 6 },
  }));
  await server.db.insert(transactions).values(rows);
  await store(40, { deviId: next.deviId });
  // Each look at the clock is a minute later.
  const hurried = { ...clock, monotonic: () => clock.advance(60_000) ?? clock.monotonic() };
  const left = [(await located()).length];
  while (left.at(-1) !== 0 && left.length < 9) {
    await positionRetention.run(createProcess(hurried));
    left.push((await located()).length);
  }
  expect(left.length, String(left)).toBeGreaterThan(2);
  expect(left).toEqual([...new Set(left)].toSorted((a, b) => b - a));
  expect(left.at(-1)).toBe(0);
});

test('positions that are received after the clock was set back are deleted in their turn', async () => {
  await keep(ids.home, 10);
  await store(20);
  await run();
  clock.step(-60 * dayMs);
  await run();
  await store(0);
  clock.advance(11 * dayMs);
  await run();
  expect(await located()).toEqual([]);
});

test('it waits for no message that is processed: the row of the device is cleared the next time', async () => {
  await keep(ids.home, 10);
  await store(20);
  await server.db.update(devices).set({ posLati: 62, posLong: 6, posTime: daysAgo(20), posType: 0 });
  const place = async () => (await server.db.select().from(devices))[0]?.posLati;
  if (process.env.VARDE_TEST_POSTGRES !== undefined)
    await server.db.transaction(async (held) => {
      await held.execute(sql`select from devices where devi_id = ${deviId} for no key update`);
      await run();
      expect(await located()).toEqual([]);
      expect(await place()).toBe(62);
    });
  await runNextDay();
  expect(await place()).toBeNull();
});

test('a period whose positions cannot be deleted keeps no other one from its turn, and what was deleted is audited', async () => {
  const { db } = server;
  const next = await createDevice(db, { custId: ids.home, dehaId: 34 });
  await db.update(deviceAssignments).set({ beginsAt: daysAgo(300) });
  await keep(ids.home, 10);
  await store(20);
  await store(21, { deviId: next.deviId });
  await db.execute(
    sql`create function in_the_way() returns trigger language plpgsql as $$ begin raise 'in the way'; end $$`,
  );
  await db.execute(
    sql.raw(`create trigger in_the_way before update on transactions for each row when (old.devi_id = ${deviId})
      execute function in_the_way()`),
  );
  try {
    await expect(run()).rejects.toThrow('old positions could not be deleted');
  } finally {
    await db.execute(sql`drop function in_the_way cascade`);
  }
  expect(await located()).toEqual([20]);
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'positions.deleted'));
  expect(entries.map(({ content }) => JSON.parse(content).after)).toMatchObject([{ days: 10, transactions: 1 }]);
});

describe('the days of a customer', () => {
  const path = () => `/ajax/customers/${ids.home}/position_retention`;
  const save = (days: unknown, as = admin) => server.call('PUT', path(), { as, body: { days } });

  it.each([6, 366, 7.5, '30', 0, -30, {}])('are 7 to 365, or those of the customer above: not %o', async (days) => {
    expect(await save(days)).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
    expect(await get(path())).toMatchObject({ own: null, days: null });
  });

  it('are inherited, saved and removed, and the audit log has each change once', async () => {
    await keep(ids.city, 90);
    expect(await get(path())).toMatchObject({ own: null, days: 90, changeable: true, deletions: [] });
    expect((await save(7)).body).toMatchObject({ own: 7, days: 7 });
    await save(7);
    expect((await save(365)).body).toMatchObject({ own: 365, days: 365 });
    expect((await save(null)).body).toMatchObject({ own: null, days: 90 });
    const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'positions.retention'));
    expect(
      entries.map(({ content }) => JSON.parse(content)).map(({ before, after }) => [before.days, after.days]),
    ).toEqual([
      [null, 7],
      [7, 365],
      [365, null],
    ]);
  });

  it('are those of administrators', async () => {
    const nurse = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId: ids.home }));
    expect((await save(30, nurse)).status).toBe(403);
    const neighbour = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: ids.other }));
    expect((await save(30, neighbour)).status).toBe(404);
    expect((await server.call('GET', path(), { as: neighbour })).status).toBe(404);
  });
});
