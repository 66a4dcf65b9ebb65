import { randomBytes } from 'node:crypto';
import { type OpenDatabase, openPglite, openPostgres } from '@varde/server/platform/database/database';
import { migrate } from '@varde/server/platform/database/migrate';
import { Pool } from 'pg';
import { lendPglite } from './lent-pglite.ts';
import { migrationsDigest } from './migrations-digest.ts';

export { clearTables, clearTablesExcept } from './clear-tables.ts';
export { makeDataFolder } from './lent-pglite.ts';

/**
 * A migrated, empty database for a test file. On PGlite; on PostgreSQL, when `VARDE_TEST_POSTGRES` holds the URL of a
 * user who may create databases, as a database of its own that is dropped on close. That user is not a superuser,
 * because row-level security does not apply to superusers (scripts/services.ts).
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const adminUrl = process.env.VARDE_TEST_POSTGRES;
  return adminUrl === undefined ? lendPglite() : createPostgresDatabase(adminUrl);
}

/** The same without any table. */
export async function openEmptyDatabase(): Promise<OpenDatabase> {
  const adminUrl = process.env.VARDE_TEST_POSTGRES;
  if (adminUrl === undefined) return openPglite(undefined);
  const opened = await createPostgresDatabase(adminUrl);
  await opened.db.execute('drop schema public cascade');
  await opened.db.execute('create schema public');
  return opened;
}

/** A migrated database of its own on a PostgreSQL server; `close` drops it. */
export async function createPostgresDatabase(adminUrl: string): Promise<OpenDatabase & { url: string }> {
  const name = `varde_test_${randomBytes(8).toString('hex')}`;
  const admin = new Pool({ connectionString: adminUrl, max: 1 });
  await admin.query(`create database ${name} template ${await migratedTemplate(admin, adminUrl)} strategy file_copy`);
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
