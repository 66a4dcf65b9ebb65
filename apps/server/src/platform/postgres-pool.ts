import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { NoAnswer } from './database-unavailable.ts';
import { ReachPool } from './reach.ts';

/** How long anything may take on a pool's connections, milliseconds. */
export interface PoolLimits {
  connections: number;
  /** null: work that may take as long as it needs. */
  waits: { statementMs: number; lockMs: number; silenceMs: number } | null;
}

/**
 * A lock's limit for processing is that of the statement: a batch that waits for a call is right to wait, and calls let
 * go of theirs sooner. Silence is longer than a statement, which PostgreSQL itself ends with an error.
 */
export const poolLimits = {
  calls: { connections: 10, waits: { statementMs: 15_000, lockMs: 3_000, silenceMs: 18_000 } },
  background: { connections: 4, waits: { statementMs: 15_000, lockMs: 3_000, silenceMs: 18_000 } },
  processing: { connections: 2, waits: { statementMs: 10_000, lockMs: 0, silenceMs: 12_000 } },
  maintenance: { connections: 10, waits: null },
} satisfies Record<string, PoolLimits>;

/** For a connection, be it a new one or one that others hold. */
const connectMs = 5_000;

/**
 * A pool in which a connection that breaks, or says nothing for too long, fails its own query and is replaced: the
 * host at the other end may have died, or a firewall forgotten the connection, and neither sends a word.
 */
export function openPool(url: string, { connections, waits }: PoolLimits): Pool {
  const pool = new ReachPool({
    connectionString: url,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    ...(waits === null
      ? {}
      : {
          statement_timeout: waits.statementMs,
          lock_timeout: waits.lockMs,
          idle_in_transaction_session_timeout: waits.statementMs,
          // node-postgres has query_timeout, but gives the connection back to the pool as if it were sound.
          stream: () => socketThatMayNotBeSilent(waits.silenceMs),
        }),
  });
  // Queries report their own errors. Without a listener, an error that no query waits for ends the process: the pool
  // hears those of idle connections, the client those of one that is in a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  releaseEndedClients(pool);
  return pool;
}

/** Time for the user of a connection that ended to notice and release it. */
const giveBackMs = 500;

/**
 * A connection that ends while somebody has it leaves the pool, whether they give it back or not: drizzle does not when
 * it fails at BEGIN, which is where one that went silent while idle does, and the pool would run out of connections.
 */
function releaseEndedClients(pool: Pool): void {
  const taken = new Set<PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  const giveBack = (client: PoolClient) => {
    if (taken.has(client)) client.release(true);
  };
  pool.on('connect', (client) => client.on('end', () => setTimeout(giveBack, giveBackMs, client)));
}

/** For a connection that breaks when nothing came over it for so long. */
export function socketThatMayNotBeSilent(ms: number): Socket {
  const socket = new Socket();
  socket.setTimeout(ms, () => socket.destroy(new NoAnswer(`PostgreSQL was silent for ${ms} ms`)));
  return socket;
}
