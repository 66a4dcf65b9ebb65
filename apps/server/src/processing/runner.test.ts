import { spawnSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { metyId } from '@varde/catalogue/message-types';
import { carries } from '@varde/protocols/index';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { createGeofence } from '@varde/testing/geofences';
import { createManualClock } from '@varde/testing/manual-clock';
import { postponedUplinks, startProcessing } from '@varde/testing/processing';
import { openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createRunner } from './runner.ts';

test('processing reports itself unhealthy while a message has waited longer than ten seconds', async () => {
  const opened = await openTestDatabase();
  const { identity } = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const { bus, clock, runner } = await startProcessing(opened.db);
  const published = bus.publishUplink(messageUplink(identity, clock.now(), [sosSample()]));
  clock.advance(10_000);
  expect(runner.isHealthy?.()).toBe(true);
  clock.advance(1);
  expect(runner.isHealthy?.()).toBe(false);
  await published;
  await expect.poll(() => runner.isHealthy?.()).toBe(true);
  await opened.close();
});

test('processing reports itself unhealthy while messages wait for a lock and nothing was stored for ten seconds', async () => {
  const opened = await openTestDatabase();
  const { identity } = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const { bus, clock, runner } = await startProcessing(opened.db);
  const publish = () => bus.publishUplink(messageUplink(identity, clock.now(), [sosSample()]));
  await publish();
  await opened.db.execute(sql`create function is_locked() returns trigger language plpgsql as
    $$ begin raise exception 'as under lock table' using errcode = '55P03'; end $$`);
  await opened.db.execute(sql`create trigger is_locked before insert on transactions execute function is_locked()`);
  const postponed = await postponedUplinks();
  const published = publish();
  await expect.poll(postponedUplinks).toBeGreaterThan(postponed);
  clock.advance(10_000);
  expect(runner.isHealthy?.()).toBe(true);
  clock.advance(1);
  expect(runner.isHealthy?.()).toBe(false);
  await opened.db.execute(sql`drop function is_locked cascade`);
  await published;
  expect(runner.isHealthy?.()).toBe(true);
  await opened.close();
});

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('a clock that is set %s does not change the health of processing', async (_, ms) => {
  const opened = await openTestDatabase();
  const { identity } = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const { bus, clock, runner } = await startProcessing(opened.db);
  const publish = () => bus.publishUplink(messageUplink(identity, clock.now(), [sosSample()]));
  const waiting = publish();
  clock.step(ms);
  expect(runner.isHealthy?.()).toBe(true);
  clock.advance(10_001);
  expect(runner.isHealthy?.()).toBe(false);
  await waiting;

  await opened.db.execute(sql`create function fails() returns trigger language plpgsql as
    $$ begin raise exception 'full' using errcode = '53100'; end $$`);
  await opened.db.execute(sql`create trigger fails before insert on alarm_signals
    for each row execute function fails()`);
  await expect(publish()).rejects.toThrow();
  clock.step(ms);
  expect(runner.isHealthy?.()).toBe(false);
  clock.advance(60_000);
  expect(runner.isHealthy?.()).toBe(true);
  await opened.close();
});

test('one message that came before the start is processed by it', async () => {
  const opened = await openTestDatabase();
  const device = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const bus = createInProcessBus();
  const clock = createManualClock();
  const options = { db: opened.db, bus, clock, log: createLog({ level: 'silent' }), carries };
  const runner = createRunner(options);
  const published = bus.publishUplink(messageUplink(device.identity, clock.now(), [sosSample()]));
  await runner.start();
  expect(await published).toBe('stored');
  await runner.stop();
  await opened.close();
});

test('stopped before its start, it refuses queued uplinks', async () => {
  const opened = await openTestDatabase();
  const bus = createInProcessBus();
  const clock = createManualClock();
  const runner = createRunner({ db: opened.db, bus, clock, log: createLog({ level: 'silent' }), carries });
  const published = expect(bus.publishUplink(messageUplink('1', clock.now(), [sosSample()]))).rejects.toThrow();
  await runner.stop();
  await published;
  await opened.close();
});

/** Connects that many times from a process of its own. */
const dial = `
  const [port, count] = process.argv.slice(1).map(Number);
  let left = count;
  const connected = () => { left--; if (left === 0) process.exit(); };
  for (let at = 0; at < count; at++) require('node:net').connect(port, '127.0.0.1', connected);
`;

test('devices that wait to be accepted are, before the next batch, and do not come one with each batch', async () => {
  const opened = await openTestDatabase();
  const { identity } = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const { bus, clock } = await startProcessing(opened.db);
  let accepted = 0;
  const gate = createServer((socket) => {
    accepted += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as AddressInfo;
  spawnSync(process.execPath, ['-e', dial, String(port), '20']); // meanwhile nobody is accepted
  const begin = opened.db.transaction.bind(opened.db);
  const atBatch: number[] = [];
  vi.spyOn(opened.db, 'transaction').mockImplementation((...args) => {
    atBatch.push(accepted);
    return begin(...args);
  });
  expect(await bus.publishUplink(messageUplink(identity, clock.now(), [sosSample()]))).toBe('stored');
  expect(atBatch).toEqual([20]);
  gate.close();
  await opened.close();
});

test('of many woken devices a hundred at most are judged beside an SOS, and the others without a further message', async () => {
  const opened = await openTestDatabase();
  const { db } = opened;
  const custId = await createCustomer(db);
  const { identity } = await createDevice(db, { custId });
  const { bus, clock, runner } = await startProcessing(db);
  const leftAt = new Date(clock.now() - 3_600_000);
  const state = {
    outside: true,
    crossed: true,
    outsideSince: leftAt,
    outsideHeardAt: leftAt,
    outsideFixes: 2,
  };
  const deviIds: number[] = [];
  for (let count = 0; count < 230; count += 1) {
    const { deviId } = await createDevice(db, { custId });
    await createGeofence(db, deviId, state);
    deviIds.push(deviId);
  }
  const left = () => db.$count(alarms, eq(alarms.metyId, metyId.advancedGeofenceLeft));

  for (const deviId of deviIds) bus.publishCommandsChanged(deviId);
  expect(await bus.publishUplink(messageUplink(identity, clock.now(), [sosSample()]))).toBe('stored');
  await expect.poll(left).toBe(deviIds.length);
  const batches = await queryRows<{ size: number }>(
    db,
    sql`select count(*)::int as size from alarms where mety_id = ${metyId.advancedGeofenceLeft}
      group by xmin::text order by min(alarm_id)`,
  );
  expect(batches.map(({ size }) => size)).toEqual([100, 100, 30]);
  await runner.stop?.();
  await opened.close();
});
