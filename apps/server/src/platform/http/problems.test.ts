import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { openPool } from '../database/postgres-pool.ts';
import { createLog } from '../log/log.ts';
import { createHttpServer } from './server.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;

describe.runIf(adminUrl !== undefined)('a call that PostgreSQL does not answer in time', () => {
  let http: FastifyInstance;
  let pool: Pool;
  let work: (db: Database) => Promise<unknown>;

  beforeAll(async () => {
    const waits = { statementMs: 400, lockMs: 100, silenceMs: 8000, idleMs: 300 };
    pool = openPool(adminUrl ?? '', { connections: 1, waits });
    const db = drizzle(pool);
    http = await createHttpServer({
      log: createLog({ level: 'silent' }),
      clock: systemClock,
      trustProxy: false,
      https: false,
      tilesUrl: null,
    });
    http.get('/work', async () => work(db));
  });
  afterAll(async () => {
    await http.close();
    await pool.end();
  });

  const answerTo = async (todo: typeof work) => {
    work = todo;
    const { statusCode, body } = await http.inject('/work');
    return [statusCode, JSON.parse(body).code];
  };
  const unavailable = [503, 'unavailable'];

  test('because a statement takes too long, is answered with a retry', async () => {
    expect(await answerTo((db) => db.execute(sql`select pg_sleep(60)`))).toEqual(unavailable);
  });

  test('because others hold a lock, is answered with a retry', async () => {
    const other = openPool(adminUrl ?? '', { connections: 1, waits: null });
    const holder = await other.connect();
    await holder.query('select pg_advisory_lock(7)');
    expect(await answerTo((db) => db.execute(sql`select pg_advisory_lock(7)`))).toEqual(unavailable);
    holder.release();
    await other.end();
  });

  test('because it hangs within its transaction, is answered with a retry', async () => {
    const hang = (db: Database) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await expect.poll(() => pool.totalCount).toBe(0); // its connection was cut
        await tx.execute(sql`select 2`);
      });
    expect(await answerTo(hang)).toEqual(unavailable);
  });

  test('because all connections are taken, is answered with a retry', async () => {
    const taken = await pool.connect();
    expect(await answerTo((db) => db.execute(sql`select 1`))).toEqual(unavailable);
    taken.release();
  });

  test('because the connection breaks, is answered with a retry', async () => {
    const breaks = sql`select pg_terminate_backend(pg_backend_pid())`;
    expect(await answerTo((db) => db.execute(breaks))).toEqual(unavailable);
  });

  test('differs from a call that fails because of its input', async () => {
    expect(await answerTo((db) => db.execute(sql`select 1 / 0`))).toEqual([500, 'internalError']);
  });
});
