import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import { processLabel } from '../log/process-label.ts';
import type { Database } from './database.ts';
import { NoAnswer } from './database-unavailable.ts';
import { prepared } from './prepared.ts';
import { requireWritable } from './read-only.ts';
import { keepAlive, openSession, productionSession, type SessionTiming } from './session-connection.ts';

/** Another process has the lock. */
export class DatabaseTaken extends Error {}

export interface DatabaseLock {
  release(): Promise<void>;
}

/** This process has the lock no more. */
export class LockLost extends NoAnswer {}

/** Milliseconds. */
export interface LockTiming extends SessionTiming {
  /** How long another process may take to end when this one starts. */
  patienceMs: number;
  /** Between attempts to get the lock back, while PostgreSQL is away. */
  retryMs: number;
}
export const productionLock: LockTiming = { ...productionSession, patienceMs: 2000, retryMs: 1000 };

export interface LockOptions {
  /** PostgreSQL has one advisory lock of each number for each database. */
  number: number;
  /** `shared`: others may have it as well, but nobody alone. */
  mode: 'alone' | 'shared';
  timing: LockTiming;
  /** This process must stop: another one has the lock, or there is an objection. At most once. */
  onLost(why: Error): void;
  /**
   * Asked on the connection of the lock when it is taken and at each beat: why this process may not work with the
   * database. Null: it may.
   */
  objection?(client: Client): Promise<Error | null>;
}

const findHolder = prepared(
  'lock_holder',
  sql`select from pg_stat_get_activity(${sql.placeholder('pid')}::int) where application_name = ${sql.placeholder('name')}`,
);

/**
 * An advisory lock of PostgreSQL on a connection of its own. It is taken again when that connection is lost; when
 * another process got it meanwhile, or at an objection, `onLost` is called, and a lock that is held stays held until
 * its release.
 */
export class HeldLock implements DatabaseLock {
  readonly #url: string;
  readonly #options: LockOptions;
  /** Identifies the holder. */
  readonly #name = `${processLabel()} ${randomBytes(4).toString('hex')}`;
  #client: Client | null = null;
  /** Of the connection, in PostgreSQL. */
  #pid = 0;
  #isLost = false;
  #released = false;

  constructor(url: string, options: LockOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** Throws `DatabaseTaken`, `ReadOnlyDatabase`, or the objection. The process before this one may be about to end. */
  async take(): Promise<void> {
    const { patienceMs } = this.#options.timing;
    const until = performance.now() + patienceMs;
    for (;;) {
      const obstacle = await this.#try();
      if (obstacle === null) return;
      if (!isPassing(obstacle) || performance.now() >= until) throw obstacle;
      await setTimeout(100);
    }
  }

  /**
   * Throws `LockLost` when the connection of the lock has ended, which a process that hung may not know yet. `tx` must
   * not outlive that by as long as PostgreSQL waits for a process that hangs (`SessionTiming.idleMs`).
   */
  async require(tx: Database): Promise<void> {
    // The number of a process of PostgreSQL can be given again: the name is ours.
    const holders = await findHolder(tx, { pid: this.#pid, name: this.#name });
    if (holders.length === 0) throw new LockLost('the connection that holds the lock of the database has ended');
  }

  async release(): Promise<void> {
    this.#released = true;
    await this.#client?.end();
  }

  /** Null when the lock is ours now. Throws when PostgreSQL does not answer, or nothing can be stored there. */
  async #try(): Promise<Error | null> {
    const client = await openSession(this.#url, this.#name, this.#options.timing);
    try {
      return await this.#tryOn(client);
    } catch (error) {
      await client.end().catch(ignore);
      throw error;
    }
  }

  async #tryOn(client: Client): Promise<Error | null> {
    const { number, mode } = this.#options;
    await requireWritable((statement) => client.query(statement)); // a standby gives locks of its own
    const attempt = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
    const { rows } = await client.query<{ taken: boolean; pid: number }>(
      `select ${attempt}($1) as taken, pg_backend_pid() as pid`,
      [number],
    );
    const { taken = false, pid = 0 } = rows[0] ?? {};
    const obstacle = taken ? await this.#objection(client) : await this.#holder(client);
    if (obstacle === null && !this.#released) this.#keep(client, pid);
    else await client.end();
    return obstacle;
  }

  async #objection(client: Client): Promise<Error | null> {
    return (await this.#options.objection?.(client)) ?? null;
  }

  async #holder(client: Client): Promise<Error> {
    const [holder] = await holdersOf(client, this.#options.number);
    if (holder === undefined) return new LockFreed('another process');
    if (holder.name !== this.#name) return new DatabaseTaken(holder.name);
    // Our own connection, which PostgreSQL does not know to be lost yet.
    await client.query('select pg_terminate_backend($1)', [holder.pid]);
    return new LockFreed(holder.name);
  }

  #keep(client: Client, pid: number): void {
    this.#client = client;
    this.#pid = pid;
    keepAlive(client, this.#options.timing, () => this.#ask(client));
    client.once('end', () => void this.#takeAgain());
  }

  async #ask(client: Client): Promise<void> {
    await client.query('select 1');
    const objection = await this.#objection(client);
    if (objection !== null) this.#lose(objection);
  }

  async #takeAgain(): Promise<void> {
    while (!this.#released) {
      const obstacle = await this.#try().catch(() => new LockFreed('PostgreSQL is away, or a standby'));
      if (obstacle === null) return;
      if (!(obstacle instanceof LockFreed)) {
        this.#lose(obstacle);
        return;
      }
      await setTimeout(this.#options.timing.retryMs);
    }
  }

  #lose(why: Error): void {
    if (!this.#isLost && !this.#released) this.#options.onLost(why);
    this.#isLost = true;
  }
}

/** Nobody holds it any more: it can be taken now. */
class LockFreed extends DatabaseTaken {}

const isPassing = (obstacle: Error): boolean => obstacle instanceof DatabaseTaken;

export interface Holder {
  /** Of its connection in PostgreSQL. */
  pid: number;
  /** The name of its process. */
  name: string;
}

/** Who holds an advisory lock of this database. */
export async function holdersOf(client: Pick<Client, 'query'>, number: number): Promise<Holder[]> {
  const { rows } = await client.query<Holder>(
    `select pid, coalesce(nullif(application_name, ''), 'another process') as name
      from pg_locks join pg_stat_activity using (pid)
      where granted and ${isLock(number)} order by name, pid`,
  );
  return rows;
}

/** The rows of `pg_locks` of an advisory lock of this database. */
export const isLock = (number: number): string =>
  `locktype = 'advisory' and classid = 0 and objid = ${number} and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())`;

function ignore(): void {
  return;
}
