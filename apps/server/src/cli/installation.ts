import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { type Database, type OpenDatabase, openPglite, openPostgres } from '../platform/database/database.ts';
import { NoAnswer } from '../platform/database/database-unavailable.ts';
import { type DatabaseLock, DatabaseTaken, type HeldLock } from '../platform/database/held-lock.ts';
import { joinJobs, keepJobsAway } from '../platform/database/jobs-lock.ts';
import { UnfitDatabase } from '../platform/database/known-migrations.ts';
import { migrate } from '../platform/database/migrate.ts';
import { takeServerLock } from '../platform/database/server-lock.ts';
import { syncFolder, syncPath } from '../platform/database/synced-folder.ts';
import { takeLock } from './lock-file.ts';
import { makeFolder } from './make-folder.ts';
import { codeOf, UserError } from './user-error.ts';

/** The database of this installation, migrated; `close` also releases the data folder. */
export interface Installation {
  database: OpenDatabase;
  /** Migrations that ran just now. */
  migrated: string[];
  /** Of a process that serves PostgreSQL: throws in a transaction when another process may serve it by now. */
  requireLock?: (tx: Database) => Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Prints one line about a step that takes a moment. */
  progress?: (line: string) => void;
  /** Fills a newly created database. If it is interrupted, the database does not exist. */
  fill?: (db: Database) => Promise<void>;
  /** No statement timeout: for long work that serves no callers meanwhile. */
  unlimited?: boolean;
  /**
   * For a serving process: no other one may serve the same database. Called when this one must stop, because another
   * one serves it or because the embedded database has stopped.
   */
  onLost?: (why: UserError) => void;
  /** The serving process runs jobs alone: it leaves the tables as they are, and others may work beside it. */
  jobsAlone?: boolean;
}

/** Opens PostgreSQL when it is configured, else the embedded database, which the first start creates. */
export async function openInstallation(config: Config, options: OpenOptions = {}): Promise<Installation> {
  return config.databaseUrl === undefined
    ? openEmbedded(config.dataDir, options)
    : openServer(config.databaseUrl, options);
}

async function openServer(url: string, options: OpenOptions): Promise<Installation> {
  const { onLost, jobsAlone = false } = options;
  if (onLost === undefined) return prepareServer(url, options);
  const lock = await (jobsAlone ? lockForJobs(url, onLost) : lockServer(url, onLost)); // before anything is written
  try {
    const installation = await (jobsAlone ? openTables(url) : prepareServer(url, options));
    const close = async () => {
      await installation.close();
      await lock.release();
    };
    return { ...installation, requireLock: (tx) => lock.require(tx), close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function prepareServer(url: string, { progress, fill, unlimited = false }: OpenOptions): Promise<Installation> {
  const preparing = await connect(url);
  const migrated = await migrate(preparing);
  if (migrated.length > 0) progress?.(`Brought the database up to date (${migrated.join(', ')})`);
  await fill?.(preparing.db);
  if (unlimited) return { database: preparing, migrated, close: () => preparing.close() };
  await preparing.close();
  return { ...(await openTables(url)), migrated };
}

async function openTables(url: string): Promise<Installation> {
  const database = await openPostgres(url);
  return { database, migrated: [], close: () => database.close() };
}

/** Takes a PostgreSQL database for this process alone, or throws one line that names its holder. */
async function lockServer(url: string, onLost: (why: UserError) => void): Promise<HeldLock> {
  const asLine = ({ message }: Error) =>
    new UserError(`another process serves this database: ${message}. Only one can; stop it first.`);
  try {
    return await takeServerLock(url, (taken) => onLost(asLine(taken)));
  } catch (error) {
    throw error instanceof DatabaseTaken ? asLine(error) : cannotConnect(url, error);
  }
}

/** Joins the processes that run jobs alone, or throws one line that tells why that is not possible now. */
async function lockForJobs(url: string, onLost: (why: UserError) => void): Promise<HeldLock> {
  const asLine = (error: Error) =>
    error instanceof DatabaseTaken
      ? new UserError(`the database is brought up to date or restored: ${error.message}. Start again after it.`)
      : new UserError(`${error.message}.`);
  try {
    return await joinJobs(url, (error) => onLost(asLine(error)));
  } catch (error) {
    if (error instanceof DatabaseTaken || error instanceof UnfitDatabase) throw asLine(error);
    throw cannotConnect(url, error);
  }
}

/** Takes a PostgreSQL database whose tables are replaced: nobody serves it, or runs jobs on it. */
export async function lockAlone(url: string): Promise<DatabaseLock> {
  const server = await lockServer(url, () => undefined);
  try {
    const jobs = await keepJobsAway(url);
    const release = async () => {
      await jobs.release();
      await server.release();
    };
    return { release };
  } catch (error) {
    await server.release();
    throw error;
  }
}

/** Connects to PostgreSQL, for long work. Throws one line with the host and the reason, without the password. */
export async function connect(url: string): Promise<OpenDatabase> {
  try {
    return await openPostgres(url, { unlimited: true });
  } catch (error) {
    throw cannotConnect(url, error);
  }
}

function cannotConnect(url: string, error: unknown): UserError {
  const { host, pathname } = new URL(url);
  const reason = error instanceof NoAnswer ? error.cause : error;
  const why = reason instanceof AggregateError ? (codeOf(reason) ?? 'no answer') : (reason as Error).message;
  return new UserError(`PostgreSQL at ${host}${pathname} cannot be used: ${why} (VARDE_DATABASE_URL)`);
}

async function openEmbedded(dataDir: string, { progress, fill, onLost }: OpenOptions): Promise<Installation> {
  const release = lockDataDir(dataDir);
  try {
    const folder = databaseFolder(dataDir);
    const migrated: string[] = [];
    if (!existsSync(folder)) {
      progress?.('Making the database (this happens once) …');
      await makeBeside(dataDir, async (beside) => {
        const fresh = await openPglite(beside);
        migrated.push(...(await migrate(fresh)));
        await fill?.(fresh.db);
        await fresh.close();
      });
    }
    const onPanic = ({ message }: Error) => onLost?.(new UserError(`the embedded database has stopped: ${message}`));
    const database = await openPglite(folder, { onPanic });
    migrated.push(...(await migrate(database)));
    await fill?.(database.db);
    const close = async () => {
      await database.close();
      release();
    };
    return { database, migrated, close };
  } catch (error) {
    release();
    throw error;
  }
}

export const databaseFolder = (dataDir: string): string => join(dataDir, 'database');

/** Takes the data folder for this process, making it if need be. Throws one line when it cannot be written. */
export function lockDataDir(dataDir: string): () => void {
  try {
    makeFolder(dataDir);
    return takeLock(join(dataDir, 'lock'));
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    throw new UserError(`the data folder ${resolve(dataDir)} cannot be written: ${code} (VARDE_DATA_DIR)`);
  }
}

/**
 * Creates a database beside its place and renames it when it is complete and on the disk: one that is killed while it
 * initialises cannot be opened again. Remains of such a kill are removed. The caller holds the lock.
 */
export async function makeBeside(dataDir: string, make: (folder: string) => Promise<void>): Promise<void> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(besidePrefix)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
  const beside = join(dataDir, `${besidePrefix}${process.pid}`);
  await make(beside);
  syncFolder(beside);
  renameSync(beside, databaseFolder(dataDir));
  syncPath(dataDir);
}

const besidePrefix = 'database.new-';
