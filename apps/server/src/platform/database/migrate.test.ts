import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { createPostgresDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, openPglite, openPostgres, queryRows } from './database.ts';
import { migrationsFolder } from './known-migrations.ts';
import { migrate } from './migrate.ts';

const adminUrl = process.env.VARDE_TEST_POSTGRES;
const all = (await readdir(migrationsFolder)).map((file) => parse(file).name).toSorted();

/** An empty database, and a second opening of it where a second process could have one. */
async function openEmpty(): Promise<{ database: OpenDatabase; second: OpenDatabase | null }> {
  if (adminUrl === undefined) return { database: await openPglite(undefined), second: null };
  const { url, ...made } = await createPostgresDatabase(adminUrl);
  await made.db.execute(sql`drop schema public cascade`);
  await made.db.execute(sql`create schema public`);
  const [database, second] = await Promise.all([1, 2].map(() => openPostgres(url, { unlimited: true })));
  if (database === undefined || second === undefined) throw new Error('PostgreSQL was not opened twice');
  const close = async () => {
    await Promise.all([database.close(), second.close()]);
    await made.close();
  };
  return { database: { ...database, close }, second };
}

describe('migrations', () => {
  let database: OpenDatabase;
  let second: OpenDatabase | null;
  beforeEach(async () => {
    ({ database, second } = await openEmpty());
  });
  const folders: string[] = [];
  afterEach(async () => {
    await database.close();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  const names = async () =>
    (await queryRows<{ name: string }>(database.db, sql`select name from migrations order by name`)).map(
      ({ name }) => name,
    );
  const tables = async () =>
    queryRows<{ relname: string }>(
      database.db,
      sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
  /** A folder of migrations that make a table each. */
  const folderOf = async (names: readonly string[]) => {
    const folder = await mkdtemp(join(tmpdir(), 'varde-migrations-'));
    folders.push(folder);
    for (const name of names) await writeFile(join(folder, `${name}.sql`), `create table ${name.slice(5)} ();`);
    return folder;
  };

  test('run once each, in order', async () => {
    expect(await migrate(database)).toEqual(all);
    expect(await migrate(database)).toEqual([]);
    expect(await names()).toEqual(all);
  });

  test.runIf(adminUrl !== undefined)('run once each when two processes start at once', async () => {
    if (second === null) throw new Error('there is no second opening');
    const done = await Promise.all([migrate(database), migrate(second)]);
    expect(done.flat().toSorted()).toEqual(all);
    expect(await names()).toEqual(all);
  });

  test('of another version are refused by name and nothing changes', async () => {
    const [later, now] = [await folderOf(['0001-a', '9999-later']), await folderOf(['0001-a', '0002-b'])];
    await migrate(database, later);
    await expect(migrate(database, now)).rejects.toThrow(
      'the database was made by another version of Varde (it has 9999-later)',
    );
    expect(await names()).toEqual(['0001-a', '9999-later']);
    expect((await tables()).map(({ relname }) => relname).toSorted()).toEqual(['a', 'later', 'migrations']);
  });

  test('that must come before one of the database are refused by name and nothing changes', async () => {
    await migrate(database, await folderOf(['0001-a', '0004-d']));
    await expect(migrate(database, await folderOf(['0001-a', '0002-b', '0003-c', '0004-d']))).rejects.toThrow(
      'it has 0004-d, and lacks 0002-b, 0003-c, which must come before that',
    );
    expect(await names()).toEqual(['0001-a', '0004-d']);
  });

  test('that are new to a database run after those that it has', async () => {
    await migrate(database, await folderOf(['0001-a']));
    expect(await migrate(database, await folderOf(['0001-a', '0003-c', '0002-b']))).toEqual(['0002-b', '0003-c']);
  });

  test('that fail change nothing and name the failure', async () => {
    await database.db.execute(sql`create table customers (cust_id integer)`); // in the way of the baseline
    await expect(migrate(database)).rejects.toThrow('relation "customers" already exists');
    expect((await tables()).map(({ relname }) => relname).toSorted()).toEqual(['customers', 'migrations']);
    expect(await names()).toEqual([]);
    await database.db.execute(sql`drop table customers`);
    expect(await migrate(database)).toEqual(all);
  });
});
