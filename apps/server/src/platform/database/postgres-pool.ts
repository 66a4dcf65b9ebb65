import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { processLabel } from '../log/process-label.ts';
import { NoAnswer } from './database-unavailable.ts';
import type { PaidWork } from './paid-time.ts';
import { ReachPool } from './reach.ts';

/** Timeouts of a pool's connections, milliseconds. */
export interface PoolLimits {
  connections: number;
  /** null: no limit. `idleMs`: between two statements of a transaction; without it as long as a statement. */
  waits: { statementMs: number; lockMs: number; silenceMs: number; idleMs?: number } | null;
  /**
   * Plans are made once for any values: of its few statements, making one takes longer than doing what it says. A plan
   * stays while a table grows, so that none reads a table as a whole, which is best only while it is small.
   */
  keepsPlans?: boolean;
  /** Whose places those who pay for work on it take; without it those of calls. */
  work?: PaidWork;
}

/** A call or a job that hangs within a transaction loses its locks before devices give up waiting for their answers. */
const patient = { statementMs: 15_000, lockMs: 3_000, silenceMs: 18_000, idleMs: 5_000 };

/**
 * Silence is longer than a statement, which PostgreSQL itself ends with an error. Processing does not wait for rows of
 * devices that others hold; for anything else it waits for a moment, as all devices then do.
 */
export const poolLimits = {
  calls: { connections: 10, waits: patient },
  /** For four alarms that are told side by side, and messages that leave meanwhile. */
  telling: { connections: 8, waits: patient },
  background: { connections: 6, waits: patient, work: 'background' },
  processing: {
    connections: 2,
    waits: { statementMs: 10_000, lockMs: 500, silenceMs: 12_000 },
    keepsPlans: true,
  },
  maintenance: { connections: 10, waits: null },
} satisfies Record<string, PoolLimits>;

/** For a connection, a new one or a released one. */
const connectMs = 5_000;

/**
 * A pool in which a connection that breaks, or is silent for too long, fails its own query and is replaced: the host at
 * the other end may have died, or a firewall dropped the connection, and neither is reported.
 */
export function openPool(url: string, { connections, waits, keepsPlans = false, work = 'calls' }: PoolLimits): Pool {
  const pool = new ReachPool(
    {
      connectionString: url,
      application_name: processLabel(),
      max: connections,
      keepAlive: true,
      // Compiling takes longer than any of our queries: row-level security makes the planner expect far too much work.
      options: `-c jit=off${keepsPlans ? ' -c plan_cache_mode=force_generic_plan -c enable_seqscan=off' : ''}`,
      connectionTimeoutMillis: connectMs,
      ...(waits === null
        ? {}
        : {
            statement_timeout: waits.statementMs,
            lock_timeout: waits.lockMs,
            idle_in_transaction_session_timeout: waits.idleMs ?? waits.statementMs,
            // node-postgres has query_timeout, but returns the broken connection to the pool as usable.
            stream: () => socketThatMayNotBeSilent(waits.silenceMs),
          }),
    },
    work,
  );
  // Queries report their own errors. Without a listener, an error outside a query ends the process: the pool gets those
  // of idle connections, the client those within a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  releaseEndedClients(pool);
  return pool;
}

/** Time for the user of a connection that ended to notice and release it. */
const giveBackMs = 500;

/**
 * A connection that ends while in use leaves the pool, released or not: drizzle does not release it when BEGIN fails,
 * which is where a connection that went silent while idle fails, and the pool would run out of connections.
 */
function releaseEndedClients(pool: Pool): void {
  const taken = new Set<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  const giveBack = (client: PoolClient) => {
    if (!taken.has(client)) return;
    client.release(true);
    client.release = () => undefined; // its user gets the error of the connection, and not that of a second release
  };
  pool.on('connect', (client) => client.on('end', () => setTimeout(giveBack, giveBackMs, client)));
}

/** For a connection that breaks after receiving nothing for this long. */
export function socketThatMayNotBeSilent(ms: number): Socket {
  const socket = new Socket();
  socket.setTimeout(ms, () => socket.destroy(new NoAnswer(`PostgreSQL was silent for ${ms} ms`)));
  return socket;
}
