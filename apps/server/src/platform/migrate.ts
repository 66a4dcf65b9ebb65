import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { runner } from 'node-pg-migrate';
import type { ClientBase } from 'pg';
import type { OpenDatabase } from './database.ts';

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** The database has migrations that this version of Varde does not know. */
export class UnknownMigrations extends Error {
  constructor(names: readonly string[]) {
    super(
      `the database was made by another version of Varde (it has ${names.join(', ')}). Start that version, or restore a backup of this one`,
    );
  }
}

/**
 * Applies the migrations that have not run yet, in order of their numbers, all in one transaction, and returns their
 * names. A concurrent second process waits, and finds them applied. Throws `UnknownMigrations` before it changes
 * anything, and an error of node-pg-migrate when a migration has run before one with a smaller number.
 */
export async function migrate(database: Pick<OpenDatabase, 'onOneConnection'>): Promise<string[]> {
  return database.onOneConnection(async (dbClient) => {
    await dbClient.query(`select pg_advisory_lock(${lockNumber})`); // until the connection closes
    await refuseUnknown(dbClient);
    await dbClient.query(carryOver);
    const done = await runner({
      dbClient,
      dir: migrationsFolder,
      direction: 'up',
      migrationsTable: 'migrations',
      singleTransaction: true,
      noLock: true, // the lock above also covers the preparation
      logger: silent,
    });
    return done.map(({ name }) => name);
  });
}

/** The advisory lock "Varde migrates this database". */
const lockNumber = 7_237_101;

/** The library would print the whole migration beside its error. */
const silent = { info: ignore, warn: ignore, error: ignore };

/** node-pg-migrate compares the applied migrations with the existing files only. */
async function refuseUnknown(client: ClientBase): Promise<void> {
  const exists = "select from pg_tables where schemaname = 'public' and tablename = 'migrations'";
  if ((await client.query(exists)).rows.length === 0) return;
  const applied = await client.query<{ name: string }>('select name from migrations order by name');
  const known = (await readdir(migrationsFolder)).map((file) => parse(file).name);
  const unknown = applied.rows.map(({ name }) => name).filter((name) => !known.includes(parse(name).name));
  if (unknown.length > 0) throw new UnknownMigrations(unknown);
}

/** Varde's own runner, used before node-pg-migrate, kept (name with `.sql`, applied_at). */
const carryOver = `do $$ begin
  if exists (select from information_schema.columns where table_schema = 'public' and table_name = 'migrations'
    and column_name = 'applied_at')
  then
    alter table migrations rename column applied_at to run_on;
    alter table migrations add column id serial;
    update migrations set name = regexp_replace(name, '.sql$', '');
  end if;
end $$`;

function ignore(): void {
  return;
}
