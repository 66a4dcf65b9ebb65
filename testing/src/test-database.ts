import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, type OpenDatabase, openPglite, openPostgres } from '@varde/server/platform/database';
import { isNoAnswer } from '@varde/server/platform/database-unavailable';
import { migrate, migrationsFolder } from '@varde/server/platform/migrate';
import { Pool } from 'pg';

/**
 * A fresh, migrated database for a test file. PGlite from a dump that is made once for each state of the migrations;
 * PostgreSQL, when `VARDE_TEST_POSTGRES` holds the URL of a user who may create databases, as a database of its own
 * that is dropped on close. That user is not a superuser, because row-level security does not apply to superusers
 * (scripts/services.ts).
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const adminUrl = process.env.VARDE_TEST_POSTGRES;
  return adminUrl === undefined ? openFromDump() : createPostgresDatabase(adminUrl);
}

/**
 * Empties every table of the product and restarts its numbers: quicker than a new database for each test. Rows are
 * deleted where there are any: truncating a table takes ten milliseconds, and a test fills a few of sixty.
 */
export async function clearTables(db: Database): Promise<void> {
  await retried(() => db.execute(clearEverything));
}

/** As a replica, since the audit log refuses to be emptied. */
const clearEverything = `do $$
  declare
    each record;
    has_rows boolean;
  begin
    set local session_replication_role = replica;
    for each in select oid::regclass as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
    loop
      execute format('select exists (select from only %s)', each.name) into has_rows;
      if has_rows then execute format('delete from only %s', each.name); end if;
    end loop;
    for each in select format('%I', sequencename)::regclass as name, start_value from pg_sequences
      where schemaname = 'public' and last_value is not null
    loop
      perform setval(each.name, each.start_value, false);
    end loop;
  end
$$`;

/** Work left over from the previous test may lock rows in another order. */
async function retried(work: () => Promise<unknown>): Promise<void> {
  for (let triesLeft = 3; ; triesLeft -= 1)
    try {
      await work();
      return;
    } catch (error) {
      if (triesLeft === 0 || !isNoAnswer(error)) throw error;
    }
}

/** A data folder as an earlier start has left it, with an empty, migrated database: quicker than a first start. */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await (await openPglite(join(path, 'database'), { dump: await dumped() })).close();
}

async function openFromDump(): Promise<OpenDatabase> {
  return openPglite(undefined, { dump: await dumped() });
}

async function dumped(): Promise<Blob> {
  const path = join(tmpdir(), `varde-test-database-${await migrationsDigest()}.tar`);
  if (!existsSync(path)) await makeDump(path);
  return new Blob([await readFile(path)]);
}

/** Each test file unpacks the dump: without the templates of databases it has half the size and a third of the files. */
const shrinking = [
  'update pg_database set datistemplate = false, datallowconn = true',
  'drop database template0',
  'drop database template1',
  'checkpoint',
];

async function makeDump(path: string): Promise<void> {
  const database = await openPglite(undefined);
  await migrate(database);
  for (const statement of shrinking) await database.db.execute(statement);
  const dump = await database.pglite?.dumpDataDir('none');
  await database.close();
  if (dump === undefined) throw new Error('PGlite made no dump');
  const own = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(own, new Uint8Array(await dump.arrayBuffer()));
  await rename(own, path); // test files run concurrently: the last one wins, all are equal
}

async function migrationsDigest(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrationsFolder)).sort())
    hash.update(await readFile(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** A migrated database of its own on a PostgreSQL server; `close` drops it. */
export async function createPostgresDatabase(adminUrl: string): Promise<OpenDatabase & { url: string }> {
  const name = `varde_test_${randomBytes(8).toString('hex')}`;
  const admin = new Pool({ connectionString: adminUrl, max: 1 });
  await admin.query(
    `create database ${name} template ${await migratedTemplate(admin, adminUrl)} strategy file_copy`,
  );
  const url = ofDatabase(adminUrl, name);
  const opened = await openPostgres(url);
  return {
    ...opened,
    url,
    close: async () => {
      await opened.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

const ofDatabase = (adminUrl: string, name: string) => {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Name of a database to copy, which is migrated once for each state of the migrations. */
async function migratedTemplate(admin: Pool, adminUrl: string): Promise<string> {
  const name = `varde_template_${await migrationsDigest()}`;
  const lock = 'hashtext($1)';
  await admin.query(`select pg_advisory_lock(${lock})`, [name]); // test files run concurrently
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const unfinished = `${name}_unfinished`;
      await admin.query(`drop database if exists ${unfinished}`);
      await admin.query(`create database ${unfinished}`);
      const opened = await openPostgres(ofDatabase(adminUrl, unfinished));
      await migrate(opened);
      await opened.close();
      await admin.query(`alter database ${unfinished} rename to ${name}`);
    }
    return name;
  } finally {
    await admin.query(`select pg_advisory_unlock(${lock})`, [name]);
  }
}
