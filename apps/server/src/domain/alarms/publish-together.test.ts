import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { Database, OpenDatabase } from '#platform/database/database.ts';
import { publishTogether } from './publish-together.ts';

let opened: OpenDatabase;
let custId: number;
let failing = 0;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  custId = await createCustomer(opened.db, { kind: 'home' });
  failing = 0;
});

const alarm = async () =>
  createAlarm(opened.db, { custId, deviId: (await createDevice(opened.db, { custId })).deviId });

/** The alarms that a listener is told of, by a database that fails as often as `failing` says. */
function publishing() {
  const bus = createInProcessBus();
  const told: number[] = [];
  const heard = new Map<number, () => void>();
  bus.onEvents((events) => {
    for (const event of events)
      if (event.type === 'alarm') {
        told.push(event.alarm.alarmId);
        heard.get(event.alarm.alarmId)?.();
      }
  });
  const tried = Promise.withResolvers<void>();
  const db: Database = new Proxy(opened.db, {
    get: (target, name) => {
      const own: unknown = Reflect.get(target, name);
      if (name !== 'transaction' || failing === 0) return own;
      return async () => {
        failing -= 1;
        tried.resolve();
        throw new Error('the database is away');
      };
    },
  });
  const isTold = (alarmId: number) => new Promise<void>((resolve) => heard.set(alarmId, resolve));
  return { told, isTold, failed: tried.promise, published: publishTogether({ db, bus }) };
}

test('alarms that could not be published are published with the next one', async () => {
  const [first, second] = [await alarm(), await alarm()];
  const { told, isTold, failed, published } = publishing();
  failing = 1;
  published.add(first);
  await failed;
  await new Promise(setImmediate);
  const secondIsTold = isTold(second);
  published.add(second);
  await secondIsTold;
  expect(told).toEqual([first, second]);
  await published.done();
  expect(told).toEqual([first, second]);
});

test('alarms that could not be published are tried once more at the end, which fails if that does', async () => {
  const alarmId = await alarm();
  const { told, published } = publishing();
  failing = 1;
  published.add(alarmId);
  await published.done();
  expect(told).toEqual([alarmId]);
  failing = 2;
  published.add(alarmId);
  await expect(published.done()).rejects.toThrow('the database is away');
  expect(told).toEqual([alarmId]);
});
