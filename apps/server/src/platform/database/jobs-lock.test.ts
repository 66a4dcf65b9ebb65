import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from './database.ts';
import { type DatabaseLock, DatabaseTaken, productionLock } from './held-lock.ts';
import { JobsAtWork, joinJobs, keepJobsAway, OtherTables, outlastJobs } from './jobs-lock.ts';
import { UnknownMigrations } from './known-migrations.ts';
import { migrate } from './migrate.ts';
import { takeServerLock } from './server-lock.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;
const timing = { ...productionLock, patienceMs: 300, retryMs: 20, beatMs: 50 }; // nobody falls silent here

describe.runIf(adminUrl !== undefined)('processes that run jobs alone', () => {
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

  const keep = async (taking: Promise<DatabaseLock>) => {
    const lock = await taking;
    taken.push(lock);
    return lock;
  };
  const join = () => keep(joinJobs(database.url, (error) => lost.push(error), timing));
  const cut = () =>
    database.db.execute(sql`select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and datname = current_database() and pid <> pg_backend_pid()`);
  /** To be polled: the server ends a connection a moment after it was closed. */
  const holders = () =>
    queryRows(
      database.db,
      sql`select from pg_locks where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
  const lackLast = () =>
    database.db.execute(sql`delete from migrations where name = (select max(name) from migrations)`);
  const hasLater = () => database.db.execute(sql`insert into migrations (name, run_on) values ('9999-later', now())`);

  test('work side by side, and beside the one that serves the database', async () => {
    await keep(takeServerLock(database.url, (error) => lost.push(error), timing));
    await join();
    await join();
    await expect.poll(holders).toHaveLength(3);
    expect(lost).toEqual([]);
  });

  test('do not begin on tables of another version, older or newer', async () => {
    await lackLast();
    await expect(join()).rejects.toThrow(OtherTables);
    await expect(join()).rejects.toThrow('the database lacks 1 migrations of this version');
    await hasLater();
    await expect(join()).rejects.toThrow(UnknownMigrations);
    await expect.poll(holders).toEqual([]);
  });

  test('are asked to stop before the tables change, which waits for each of them', async () => {
    const [first, second] = [await join(), await join()];
    let isAlone = false;
    const alone = database.onOneConnection(async (client) => {
      await outlastJobs(client);
      isAlone = true;
      await expect(join()).rejects.toThrow(DatabaseTaken);
    });
    await expect.poll(() => lost).toEqual([expect.any(OtherTables), expect.any(OtherTables)]);
    await first.release();
    await expect(join()).rejects.toThrow(DatabaseTaken); // somebody waits
    expect(isAlone).toBe(false);
    await second.release();
    await alone;
    await join();
  });

  test('hold up migrations that have not run yet', async () => {
    await lackLast();
    const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`;
    let migrating: Promise<unknown> | undefined;
    await database.onOneConnection(async (client) => {
      await client.query('select pg_advisory_lock_shared(7237102)'); // of one that does not notice yet
      migrating = migrate(database).catch(() => undefined); // what the last one adds may be there already
      await expect.poll(() => queryRows(database.db, waiting)).toHaveLength(1);
    });
    await migrating;
    await expect.poll(holders).toEqual([]);
  });

  test('do not stop for a process that finds nothing to bring up to date', async () => {
    await join();
    expect(await migrate(database)).toEqual([]);
    await expect.poll(holders).toHaveLength(1);
    expect(lost).toEqual([]);
  });

  test('keep a restore away, which names them, and are kept away by it', async () => {
    const working = await join();
    await expect(keepJobsAway(database.url, timing)).rejects.toThrow(JobsAtWork);
    await expect(keepJobsAway(database.url, timing)).rejects.toThrow(
      new RegExp(`a process runs jobs on this database: Varde .+ ${process.pid} [0-9a-f]+\\. Stop it first`),
    );
    expect(lost).toEqual([]);
    await working.release();
    const restoring = await keep(keepJobsAway(database.url, timing));
    await expect(join()).rejects.toThrow(DatabaseTaken);
    await restoring.release();
    await join();
  });

  test('go on when the connection breaks, repeatedly', async () => {
    await join();
    for (let times = 0; times < 3; times += 1) {
      await cut();
      await expect.poll(holders).toHaveLength(1);
    }
    expect(lost).toEqual([]);
  });

  test('stop, once, when the tables became those of another version while the connection was away', async () => {
    await join();
    await hasLater();
    await cut();
    await expect.poll(() => lost).toEqual([expect.any(UnknownMigrations)]);
  });
});
