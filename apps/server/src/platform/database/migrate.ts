import { runner } from 'node-pg-migrate';
import { advisoryLocks } from './advisory-locks.ts';
import type { OpenDatabase } from './database.ts';
import { outlastJobs } from './jobs-lock.ts';
import { MigrationsOutOfOrder, migrationsFolder, migrationsOf, UnknownMigrations } from './known-migrations.ts';

/**
 * Applies the migrations that have not run yet, in order of their numbers, all in one transaction, and returns their
 * names. A concurrent second process waits, and finds them applied; processes that run jobs alone stop first. Throws
 * `UnknownMigrations`, `MigrationsOutOfOrder` or `JobsAtWork` before it changes anything.
 */
export async function migrate(
  database: Pick<OpenDatabase, 'onOneConnection'>,
  folder = migrationsFolder,
): Promise<string[]> {
  return database.onOneConnection(async (dbClient) => {
    await dbClient.query(`select pg_advisory_lock(${lockNumber})`); // until the connection closes
    const { unknown, missing, last } = await migrationsOf(dbClient, folder);
    const skipped = missing.filter((name) => name < last);
    if (unknown.length > 0) throw new UnknownMigrations(unknown);
    if (skipped.length > 0) throw new MigrationsOutOfOrder(skipped, last);
    if (missing.length > 0) await outlastJobs(dbClient);
    const done = await runner({
      dbClient,
      dir: folder,
      direction: 'up',
      migrationsTable: 'migrations',
      singleTransaction: true,
      noLock: true, // the lock above also covers the preparation
      logger: silent,
    });
    return done.map(({ name }) => name);
  });
}

const lockNumber = advisoryLocks.migrations;

/** The library would print the whole migration beside its error. */
const silent = { info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  return;
}
