import { createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { type Database, queryRows } from '#platform/database.ts';
import { transactions } from '#platform/schema.ts';
import { defaultRetention } from './job.ts';
import { transactionPartitions } from './transaction-partitions.ts';

/** The embedded database has one connection, so nothing comes in between there. */
const hasConnections = process.env.VARDE_TEST_POSTGRES !== undefined;

test.runIf(hasConnections)('what is stored while a month is made waits, and finds its place', async () => {
  const opened = await openTestDatabase();
  const { db } = opened;
  const clock = createManualClock();
  const custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  const job = {
    db,
    bus: createInProcessBus(),
    clock,
    listeningSince: 0,
    retention: defaultRetention,
    mail: null,
  };
  const row = {
    deviId,
    custId,
    tranId: 1,
    recTs: new Date(clock.now()),
    dehaId: 23,
    metyId: 2,
    tranSource: 3,
  };

  let making: Promise<void> = Promise.resolve();
  let storing: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    // Keeps the job from attaching, and nobody from storing.
    await tx.execute(sql`lock table only transactions in share update exclusive mode`);
    making = transactionPartitions.run(job);
    await untilWaiting(db, 1);
    storing = db.insert(transactions).values(row).then();
    await untilWaiting(db, 2);
  });
  await Promise.all([making, storing]);
  const found = await queryRows(db, sql`select tableoid::regclass::text as place from transactions`);
  expect(found).toEqual([{ place: 'transactions_2026_01' }]);
  await opened.close();
});

async function untilWaiting(db: Database, count: number): Promise<void> {
  const statement = sql`select count(distinct pid)::int as waiting from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`;
  for (;;) {
    const [row] = await queryRows<{ waiting: number }>(db, statement);
    if (row?.waiting === count) return;
  }
}
