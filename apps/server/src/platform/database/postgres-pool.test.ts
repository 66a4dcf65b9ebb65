import { openProxy } from '@varde/testing/postgres-proxy';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, test } from 'vitest';
import { openPostgres, queryRows } from './database.ts';
import { isNoAnswer } from './database-unavailable.ts';
import { openPool } from './postgres-pool.ts';
import { sqlState } from './sql-state.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;

describe.runIf(adminUrl !== undefined)('a connection to PostgreSQL', () => {
  const url = adminUrl ?? '';

  test('that breaks inside a transaction fails it, and the next one gets another', async () => {
    // Regression: only idle connections had a listener, so this ended the whole process.
    const { db, processingDb, close } = await openPostgres(url);
    const broken = processingDb.transaction(async (tx) => {
      const [{ pid } = { pid: 0 }] = await queryRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${pid}::int)`);
      for (;;) await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toThrow();
    await expect(processingDb.execute(sql`select 1`)).resolves.toBeDefined();
    await close();
  });

  test('that goes silent fails its transaction in time, and the next one gets another', async () => {
    // Regression: a silently dead host blocked all alarms for good.
    const wire = await openProxy(new URL(url));
    const waits = { statementMs: 300, lockMs: 0, silenceMs: 500 };
    const pool = openPool(wire.url, { connections: 1, waits });
    const client = await pool.connect();
    await client.query('begin');
    wire.swallow();
    await expect(client.query('select 1')).rejects.toThrow('silent');
    await expect(client.query('rollback')).rejects.toThrow();
    client.release();
    await expect(pool.query('select 1 as answer')).resolves.toMatchObject({ rows: [{ answer: 1 }] });
    await pool.end();
    wire.close();
  });

  test('that went silent while idle fails the next transaction, and leaves the pool', async () => {
    // Regression: a connection that failed at BEGIN was never released; after two of those no alarm was stored again.
    const wire = await openProxy(new URL(url));
    const waits = { statementMs: 300, lockMs: 0, silenceMs: 500 };
    const pool = openPool(wire.url, { connections: 1, waits });
    const db = drizzle(pool);
    await db.execute(sql`select 1`);
    wire.swallow();
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    await expect(db.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined();
    await pool.end();
    wire.close();
  });

  test('that waits too long for a lock or a statement gives up, and is usable again', async () => {
    const waits = { statementMs: 300, lockMs: 100, silenceMs: 5000 };
    const pool = openPool(url, { connections: 1, waits });
    const holder = openPool(url, { connections: 1, waits: null });
    const held = await holder.connect();
    await held.query('select pg_advisory_lock(1)');
    await expect(pool.query('select pg_advisory_lock(1)')).rejects.toThrow('lock timeout');
    await expect(pool.query('select pg_sleep(60)')).rejects.toThrow('statement timeout');
    await expect(pool.query('select 1 as answer')).resolves.toMatchObject({ rows: [{ answer: 1 }] });
    held.release();
    await Promise.all([pool.end(), holder.end()]);
  });

  test('of processing is available however many calls wait for one locked row', async () => {
    // Regression: twelve calls that waited for one device held every connection, and no alarm came in.
    const { db, processingDb, close } = await createPostgresDatabase(url);
    await db.execute(sql`create table one_row as select 1 as id`);
    let waiting: Promise<unknown>[] = [];
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from one_row for update`);
      waiting = Array.from({ length: 12 }, () => db.execute(sql`update one_row set id = 2`));
      await expect(processingDb.execute(sql`select 1`)).resolves.toBeDefined();
    });
    await Promise.all(waiting);
    await close();
  });

  test('of processing keeps plans that are as good when a table has grown', async () => {
    // Regression: a plan from a quiet day, of a user whom row-level security does not hold, read every message of a storm
    // for each of its alarms.
    const { db, processingDb, close } = await createPostgresDatabase(url);
    await db.execute(sql`create table quiet as select 1 as id`);
    await db.execute(sql`create index on quiet (id)`);
    await db.execute(sql`analyze quiet`);
    const plan = await queryRows(processingDb, sql`explain select from quiet where id = 1`);
    expect(JSON.stringify(plan)).toContain('quiet_id_idx');
    await close();
  });

  test.each(['db', 'backgroundDb'] as const)(
    'of %s whose transaction hangs is cut before devices give up waiting, and its user gets a clean error',
    async (pool) => {
      const { [pool]: hanging, processingDb, close } = await createPostgresDatabase(url);
      await hanging.execute(sql`create table one_row as select 1 as id`);
      const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
      const { promise: freed, resolve: goOn } = Promise.withResolvers<void>();
      const work = hanging.transaction(async (tx) => {
        await tx.execute(sql`select from one_row for no key update`);
        hasLocked();
        await freed;
        await tx.execute(sql`update one_row set id = 3`);
      });
      await locked;
      await expect
        .poll(() => processingDb.execute(sql`update one_row set id = 2`).catch(sqlState), { timeout: 9000 })
        .toMatchObject({ rowCount: 1 });
      goOn();
      await expect(work).rejects.toSatisfy(isNoAnswer);
      expect((await hanging.execute(sql`select id from one_row`)) as unknown).toMatchObject({
        rows: [{ id: 2 }],
      });
      await close();
    },
  );
});
