import { createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transactions } from '#domain/transactions/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { type Database, type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from './job-context.ts';
import { transactionPartitions } from './transaction-partitions.ts';

/** The embedded database has one connection, so nothing comes in between there. */
const hasConnections = process.env.VARDE_TEST_POSTGRES !== undefined;

let opened: OpenDatabase;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

/** The job, and the insert of a device's message. */
async function arrange() {
  const { db } = opened;
  const clock = createManualClock();
  const custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  const recTs = new Date(clock.now());
  const row = { deviId, custId, tranId: 1, recTs, dehaId: 23, metyId: 2, tranSource: 3 };
  const bus = createInProcessBus();
  const job = createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }) });
  return { db, run: () => transactionPartitions.run(job), store: () => db.insert(transactions).values(row) };
}

test('two concurrent processes create each month once', async () => {
  const { db, run } = await arrange();
  await Promise.all([run(), run()]);
  const made = sql`select count(*)::int as months from pg_inherits where inhparent = 'transactions'::regclass`;
  expect(await queryRows(db, made)).toEqual([{ months: 5 }]); // four, and the default one
});

test.runIf(hasConnections)('a message stored while a month is created waits, and gets into its partition', async () => {
  const { db, run, store } = await arrange();
  let making: Promise<void> = Promise.resolve();
  let storing: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    // Keeps the job from attaching, and blocks no insert.
    await tx.execute(sql`lock table only transactions in share update exclusive mode`);
    making = run();
    await untilWaiting(db, 1);
    storing = store().then();
    await untilWaiting(db, 2);
  });
  await Promise.all([making, storing]);
  const found = await queryRows(db, sql`select tableoid::regclass::text as place from transactions`);
  expect(found).toEqual([{ place: 'transactions_2026_01' }]);
});

test.runIf(hasConnections)('a long backup keeps a month from being created, and blocks no message', async () => {
  // Regression: inserts queued behind the lock that the job waited for, so no alarm came in until the backup ended.
  const { db, run, store } = await arrange();
  await db.transaction(async (backup) => {
    await backup.execute(sql`lock table transactions in access share mode`);
    const making = run();
    const failing = expect(making).rejects.toThrow(); // and is retried at its next run
    await untilWaiting(db, 1);
    await store();
    await failing;
  });
  await expect(run()).resolves.toBeUndefined();
});

async function untilWaiting(db: Database, count: number): Promise<void> {
  const statement = sql`select count(distinct pid)::int as waiting from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`;
  for (;;) {
    const [row] = await queryRows<{ waiting: number }>(db, statement);
    if (row?.waiting === count) return;
  }
}
