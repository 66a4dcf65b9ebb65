import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers, positionDeletions } from '#domain/customers/tables.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { dayMs } from './job.ts';
import { createJobContext } from './job-context.ts';
import { positionRetention } from './position-retention.ts';

let server: TestServer;
let clock: ManualClock;
let ids: { city: number; home: number; other: number };
let deviId: number;
let admin: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  clock = createManualClock(Date.now()); // the database reads its own clock as well
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
const run = () =>
  positionRetention.run(
    createJobContext({ db: server.db, bus: createInProcessBus(), clock, log: createLog({ level: 'silent' }) }),
  );
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
  await run();
  expect(await now()).toEqual([null, null, null]);
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
  await Promise.all([run(), run()]);
  await run();
  expect(await located()).toEqual([]);
  const report = await get(`/ajax/customers/${ids.city}/position_retention`);
  expect(report.deletions).toMatchObject([
    { firmName: 'Hjemmet', days: 30, transactions: 1203, alarms: 0, devices: 0 },
  ]);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'positions.deleted'));
  const counts = entries.map(({ content }) => JSON.parse(content).after.transactions);
  expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(1203);
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
  await run();
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
