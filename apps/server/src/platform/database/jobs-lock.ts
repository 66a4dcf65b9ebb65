import type { Client } from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import {
  type DatabaseLock,
  DatabaseTaken,
  HeldLock,
  holdersOf,
  isLock,
  type LockTiming,
  productionLock,
} from './held-lock.ts';
import { migrationsOf, UnfitDatabase, UnknownMigrations } from './known-migrations.ts';

const lockNumber = advisoryLocks.jobs;

/** The tables are not those of this version of Varde. */
export class OtherTables extends UnfitDatabase {}

/** Processes with jobs alone are at work on the database. */
export class JobsAtWork extends UnfitDatabase {
  constructor(names: readonly string[]) {
    super(
      `${names.length === 1 ? 'a process runs' : `${names.length} processes run`} jobs on this database: ${names.join('; ')}. Stop ${names.length === 1 ? 'it' : 'them'} first`,
    );
  }
}

/**
 * Taken by each process that runs jobs alone, beside the others: while they have it nobody changes the tables. Throws
 * `DatabaseTaken` when somebody does, and `OtherTables` or `UnknownMigrations` when the tables are not those of this
 * version. `onLost` gets the same errors later, and when somebody waits to bring the tables up to date: this process
 * must stop then, and release the lock.
 */
export async function joinJobs(
  url: string,
  onLost: (error: Error) => void,
  timing: LockTiming = productionLock,
): Promise<HeldLock> {
  const lock = new HeldLock(url, { number: lockNumber, mode: 'shared', timing, onLost, objection });
  await lock.take();
  return lock;
}

async function objection(client: Client): Promise<Error | null> {
  const waiting = await client.query(`select from pg_locks where not granted and ${isLock(lockNumber)}`);
  if (waiting.rows.length > 0) return new OtherTables('another version of Varde brings the database up to date');
  const { unknown, missing } = await migrationsOf(client);
  if (unknown.length > 0) return new UnknownMigrations(unknown);
  return missing.length === 0
    ? null
    : new OtherTables(
        `the database lacks ${missing.length} migrations of this version: start its process with the gateway first, or run varde migrate`,
      );
}

/** Keeps processes with jobs alone away. Throws `JobsAtWork` when there are some. */
export async function keepJobsAway(url: string, timing: LockTiming = productionLock): Promise<DatabaseLock> {
  const lock = new HeldLock(url, { number: lockNumber, mode: 'alone', timing, onLost: () => undefined });
  try {
    await lock.take();
  } catch (error) {
    throw error instanceof DatabaseTaken ? new JobsAtWork([error.message]) : error;
  }
  return lock;
}

/** How long processes with jobs alone may take to notice that somebody waits for them, and to finish what they do. */
const patienceMs = 30_000;
const lockTimeout = '55P03';

/**
 * Waits until no process runs jobs alone: they stop, because they notice it. None begins until this connection closes.
 * Throws `JobsAtWork` when they do not stop in time.
 */
export async function outlastJobs(client: Pick<Client, 'query'>): Promise<void> {
  await client.query(`set lock_timeout = ${patienceMs}`);
  try {
    await client.query(`select pg_advisory_lock(${lockNumber})`);
  } catch (error) {
    if ((error as { code?: string }).code !== lockTimeout) throw error;
    throw new JobsAtWork((await holdersOf(client, lockNumber)).map(({ name }) => name));
  }
  await client.query('set lock_timeout = 0');
}
