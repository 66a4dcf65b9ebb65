import { openProxy } from '@varde/testing/postgres-proxy';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from './database.ts';
import { type DatabaseLock, DatabaseTaken, LockLost, productionLock } from './held-lock.ts';
import { ReadOnlyDatabase } from './read-only.ts';
import { takeServerLock } from './server-lock.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;
const timing = { ...productionLock, patienceMs: 300, retryMs: 20, beatMs: 50 };

describe.runIf(adminUrl !== undefined)('the right to serve a PostgreSQL database', () => {
  let database: OpenDatabase & { url: string };
  let taken: DatabaseLock[];
  let lost: Error[];
  beforeEach(async () => {
    database = await createPostgresDatabase(adminUrl ?? '');
    taken = [];
    lost = [];
  });
  afterEach(async () => {
    await Promise.all(taken.map((lock) => lock.release()));
    await database.close();
  });

  const take = async (url = database.url, silenceMs = timing.silenceMs) => {
    const lock = await takeServerLock(url, (error) => lost.push(error), { ...timing, silenceMs });
    taken.push(lock);
    return lock;
  };
  const holders = () =>
    queryRows<{ pid: number; name: string }>(
      database.db,
      sql`select pid, application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and datname = current_database()`,
    );
  const cut = async () => {
    for (const { pid } of await holders()) await database.db.execute(sql`select pg_terminate_backend(${pid}::int)`);
  };

  test('belongs to one process, which the other reports, until it is released', async () => {
    const first = await take();
    await expect(take()).rejects.toThrow(DatabaseTaken);
    await expect(take()).rejects.toThrow(new RegExp(`^Varde .+ ${process.pid} [0-9a-f]+$`));
    await first.release();
    await take();
    expect(await holders()).toHaveLength(1);
    expect(lost).toEqual([]);
  });

  test('is available to a second one that starts while the first one ends', async () => {
    const first = await take();
    const second = take();
    await first.release();
    await expect(second).resolves.toBeDefined();
  });

  test('is separate for each database of a server', async () => {
    const other = await createPostgresDatabase(adminUrl ?? '');
    await take();
    await (await takeServerLock(other.url, () => undefined, timing)).release();
    await other.close();
  });

  test('is taken again when the connection breaks, repeatedly', async () => {
    await take();
    for (let times = 0; times < 3; times += 1) {
      const [before] = await holders();
      await cut();
      await expect.poll(async () => (await holders())[0]?.pid ?? before?.pid).not.toBe(before?.pid);
    }
    expect(lost).toEqual([]);
  });

  test('is taken again when the connection goes silent, from the dead connection in PostgreSQL', async () => {
    const wire = await openProxy(new URL(database.url));
    await take(wire.url, 400);
    const [before] = await holders();
    wire.swallow();
    await expect.poll(async () => (await holders())[0]?.pid ?? before?.pid, { timeout: 10_000 }).not.toBe(before?.pid);
    expect(lost).toEqual([]);
    await Promise.all(taken.splice(0).map((lock) => lock.release()));
    wire.close();
  });

  test('is lost to another process that took it while the connection was away', async () => {
    const wire = await openProxy(new URL(database.url));
    await take(wire.url);
    wire.refuse();
    await cut();
    await expect.poll(holders).toEqual([]);
    await take();
    wire.accept();
    await expect.poll(() => lost).toEqual([expect.any(DatabaseTaken)]);
    expect(await holders()).toHaveLength(1);
    wire.close();
  });

  test('is free when its process has hung for a while, which then may not commit anything any more', async () => {
    const wire = await openProxy(new URL(database.url));
    const hangs = { ...timing, silenceMs: 6000, idleMs: 1000 };
    const hung = await takeServerLock(wire.url, (error) => lost.push(error), hangs);
    taken.push(hung);
    await database.db.transaction((tx) => hung.require(tx));
    wire.swallow(); // it says nothing any more, and hears nothing
    await expect.poll(holders, { timeout: 10_000 }).toEqual([]);
    expect(lost).toEqual([]); // it does not know yet
    await expect(database.db.transaction((tx) => hung.require(tx))).rejects.toThrow(LockLost);
    const next = await take();
    await database.db.transaction((tx) => next.require(tx));
    await expect(database.db.transaction((tx) => hung.require(tx))).rejects.toThrow(LockLost);
    await expect.poll(() => lost).toEqual([expect.any(DatabaseTaken)]); // now it has noticed the silence
    wire.close();
  });

  describe('where the database may only be read', () => {
    const readOnly = (is: 'on' | 'off') =>
      database.db.execute(
        sql.raw(`set default_transaction_read_only = off;
          alter database "${new URL(database.url).pathname.slice(1)}" set default_transaction_read_only = ${is}`),
      );

    test('is refused, and not taken', async () => {
      await readOnly('on');
      await expect(take()).rejects.toThrow(ReadOnlyDatabase);
      expect(await holders()).toEqual([]);
      await readOnly('off');
      await take();
    });

    test('is taken again only when it may be written', async () => {
      await take();
      await readOnly('on');
      await cut();
      await expect.poll(holders).toEqual([]);
      await readOnly('off');
      await expect.poll(async () => (await holders()).length).toBe(1);
      expect(lost).toEqual([]);
    });
  });

  test('is not taken again after its release', async () => {
    const lock = await take();
    await Promise.all([cut(), lock.release()]);
    await take();
    expect(await holders()).toHaveLength(1);
    expect(lost).toEqual([]);
  });
});
