import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { socketThatMayNotBeSilent } from './postgres-pool.ts';

/** Another process serves the database. */
export class DatabaseTaken extends Error {}

export interface ServerLock {
  release(): Promise<void>;
}

/** Milliseconds. */
export interface LockTiming {
  /** How long another process may take to end when this one starts. */
  patienceMs: number;
  /** Between attempts to get the lock back, while PostgreSQL is away. */
  retryMs: number;
  /** Interval of the connection's keep-alive, and its longest silence. */
  beatMs: number;
  silenceMs: number;
}
const productionTiming: LockTiming = { patienceMs: 2000, retryMs: 1000, beatMs: 5000, silenceMs: 12_000 };

/** The advisory lock "Varde serves this database"; PostgreSQL has one of each number for each database. */
const lockNumber = 7_237_100;

/**
 * Ensures that one process serves a PostgreSQL database: takes an advisory lock that belongs to a connection of its
 * own, and takes it again when that connection is lost. Throws `DatabaseTaken` when another process has it; calls
 * `onLost` when another one got it while this one's connection was away, after which this one must stop.
 */
export async function takeServerLock(
  url: string,
  onLost: (error: DatabaseTaken) => void,
  timing: LockTiming = productionTiming,
): Promise<ServerLock> {
  const lock = new HeldLock(url, onLost, timing);
  await lock.take();
  return lock;
}

class HeldLock implements ServerLock {
  readonly #url: string;
  readonly #onLost: (error: DatabaseTaken) => void;
  readonly #timing: LockTiming;
  /** `application_name` of the connections of this process; identifies the holder. */
  readonly #name = `Varde ${hostname().slice(0, 30)} ${process.pid} ${randomBytes(4).toString('hex')}`;
  #client: Client | null = null;
  #beat: NodeJS.Timeout | undefined;
  #released = false;

  constructor(url: string, onLost: (error: DatabaseTaken) => void, timing: LockTiming) {
    this.#url = url;
    this.#onLost = onLost;
    this.#timing = timing;
  }

  /** The process before this one may be about to end. */
  async take(): Promise<void> {
    const until = performance.now() + this.#timing.patienceMs;
    for (;;) {
      const holder = await this.#try();
      if (holder === null) return;
      if (performance.now() >= until) throw new DatabaseTaken(holder.name);
      await setTimeout(100);
    }
  }

  async release(): Promise<void> {
    this.#released = true;
    clearInterval(this.#beat);
    await this.#client?.end();
  }

  /** Null when the lock is ours now; else its holder. */
  async #try(): Promise<Holder | null> {
    const client = await this.#connect();
    try {
      return await this.#tryOn(client);
    } catch (error) {
      await client.end().catch(ignore);
      throw error;
    }
  }

  async #tryOn(client: Client): Promise<Holder | null> {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockNumber,
    ]);
    if (rows[0]?.taken === true && !this.#released) {
      this.#keep(client);
      return null;
    }
    const holder = await holderOf(client);
    // Our own connection, which PostgreSQL does not know to be lost yet.
    if (holder.name === this.#name) await client.query('select pg_terminate_backend($1)', [holder.pid]);
    await client.end();
    return holder;
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      application_name: this.#name,
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      stream: () => socketThatMayNotBeSilent(this.#timing.silenceMs),
    });
    client.on('error', () => undefined); // queries report it, and the end that follows is what counts
    await client.connect();
    // PostgreSQL notices within half a minute that the holder's machine is gone, and not after hours.
    await client.query(
      'set idle_session_timeout = 0; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    return client;
  }

  #keep(client: Client): void {
    this.#client = client;
    const beat = setInterval(() => void client.query('select 1').catch(ignore), this.#timing.beatMs);
    this.#beat = beat;
    client.once('end', () => {
      clearInterval(beat);
      void this.#takeAgain();
    });
  }

  async #takeAgain(): Promise<void> {
    while (!this.#released) {
      const holder = await this.#try().catch(() => unknownHolder); // PostgreSQL is away
      if (holder === null) return;
      if (holder.pid !== null && holder.name !== this.#name) {
        this.#onLost(new DatabaseTaken(holder.name));
        return;
      }
      await setTimeout(this.#timing.retryMs);
    }
  }
}

interface Holder {
  /** Of the connection in PostgreSQL; null when the lock has no holder any more. */
  pid: number | null;
  /** The name of its process. */
  name: string;
}

const unknownHolder: Holder = { pid: null, name: 'another process' };

async function holderOf(client: Client): Promise<Holder> {
  const { rows } = await client.query<Holder>(
    `select pid, coalesce(nullif(application_name, ''), 'another process') as name
      from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())`,
    [lockNumber],
  );
  return rows[0] ?? unknownHolder;
}

function ignore(): void {
  return;
}
