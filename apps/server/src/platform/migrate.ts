import { runner } from 'node-pg-migrate';
import type { OpenDatabase } from './database.ts';
import { outlastJobs } from './jobs-lock.ts';
import {
  MigrationsOutOfOrder,
  migrationsFolder,
  migrationsOf,
  UnknownMigrations,
} from './known-migrations.ts';

/**
 * Applies the migrations that have not run yet, in order of their numbers, all in one transaction, and returns their
 * names. A concurrent second process waits, and finds them applied; processes that run jobs alone stop first. Throws
 * `UnknownMigrations`, `MigrationsOutOfOrder` or `JobsAtWork` before it changes anything.
 */
export async function migrate(database: Pick<OpenDatabase, 'onOneConnection'>): Promise<string[]> {
  return database.onOneConnection(async (dbClient) => {
    await dbClient.query(`select pg_advisory_lock(${lockNumber})`); // until the connection closes
    const { unknown, missing, last } = await migrationsOf(dbClient);
    const skipped = missing.filter((name) => name < last);
    if (unknown.length > 0) throw new UnknownMigrations(unknown);
    if (skipped.length > 0) throw new MigrationsOutOfOrder(skipped, last);
    if (missing.length > 0) await outlastJobs(dbClient);
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
