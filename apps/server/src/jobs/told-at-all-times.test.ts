import { setImmediate } from 'node:timers/promises';
import { createAlarm, createCustomer, createDevice } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { endLeases } from '#domain/messages/outbox.ts';
import { outbox } from '#domain/messages/tables.ts';
import { startChains } from '#domain/notifications/chains.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { type Database, type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import type { Service } from '#platform/service.ts';
import { jobs } from './job-list.ts';
import { createJobScheduler } from './job-scheduler.ts';

// The server has more to do than it can, or was killed: whoever is on the list is told of the alarm all the same.

let opened: OpenDatabase;
let scheduler: Service | undefined;
let alarmId: number;
let told: PromiseWithResolvers<string>;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  told = Promise.withResolvers();
  const custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  const assignmentId = await presentAssignmentId(db, deviId);
  const kari = { name: 'Kari', mobile: '+4791234567', email: null, channels: ['sms' as const] };
  const receivers = [{ ...kari, events: [], hours: null, waitSeconds: 60 }];
  await saveList(db, { assignmentId, deviId }, { rev: 0, receivers, repeats: 0, at: new Date(), userId: null });
  alarmId = await createAlarm(db, { custId, deviId, assignmentId });
});
afterEach(() => scheduler?.stop());

/** The server begins, with all jobs. */
async function start(): Promise<void> {
  const send = async ({ to }: { to: string }) => {
    told.resolve(to);
    return null;
  };
  scheduler = createJobScheduler({
    ...{ database: opened, bus: createInProcessBus(), clock: systemClock, log: createLog({ level: 'silent' }) },
    ...{ consoleUrl: 'https://varde.example', sms: { sender: { send }, reportsTo: null, takesReplies: false } },
    ...{ jobs, begin: endLeases },
  });
  await scheduler.start();
}

test('while messages of devices come faster than they are stored, an alarm is told, and a call is answered', async () => {
  await start();
  let isOver = false;
  const storeOnAndOn = async () => {
    for (let left = 600; left > 0 && !isOver; left--) {
      await opened.processingDb.transaction((tx) => queryRows(tx, sql`select count(*) from generate_series(1, 20000)`));
      await setImmediate(); // sockets are read in between
    }
    return 'all stored';
  };
  const storing = [storeOnAndOn(), storeOnAndOn(), storeOnAndOn()];
  await opened.db.transaction((tx) => startChains(tx, [alarmId], Date.now()));
  expect(await Promise.race([told.promise, ...storing])).toBe('+4791234567');
  const answered = queryRows(opened.db, sql`select 'answered' as call`);
  expect(await Promise.race([answered, ...storing])).toEqual([{ call: 'answered' }]);
  isOver = true;
  await Promise.all(storing);
});

describe('an SMS that a process was handing over when it was killed', () => {
  const leaseFor = (db: Database, ms: number) =>
    db.insert(outbox).values({
      ...{ channel: 'sms', recipient: '+4798765432', content: 'Alarm', alarmId, createdAt: new Date() },
      ...{ tries: 1, nextTryAt: new Date(Date.now() + ms) },
    });

  test('leaves when the server begins again, and waits for no lease', async () => {
    await leaseFor(opened.db, 15_000);
    await start();
    expect(await told.promise).toBe('+4798765432');
  });

  test('keeps its lease while other processes run jobs, one of which may be handing it over', async () => {
    await leaseFor(opened.db, 15_000);
    await opened.db.transaction(async (tx) => {
      await queryRows(tx, sql`select pg_advisory_xact_lock_shared(${advisoryLocks.jobs})`);
      await endLeases(tx, Date.now());
    });
    const [{ nextTryAt } = { nextTryAt: null }] = await opened.db.select().from(outbox);
    expect(nextTryAt?.getTime()).toBeGreaterThan(Date.now());
  });
});
