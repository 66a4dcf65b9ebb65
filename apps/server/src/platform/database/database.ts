import type { PGlite, Transaction } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type { ClientBase, Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import { asServer } from './as-server.ts';
import { ConnectionTurns, type Lane } from './connection-turns.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded-postgres.ts';
import { type Listener, listenTo, type StopListening } from './listening.ts';
import { enterAsPayer } from './paid-time.ts';
import { openPool, poolLimits } from './postgres-pool.ts';

/** The database or a transaction in it: the first argument of every store function. */
export type Database = PgDatabase<PgQueryResultHKT>;

export interface OpenDatabase {
  db: Database;
  /** For processing alone: other callers that wait, for a lock or a slow statement, take no connection from it. */
  processingDb: Database;
  /** For what tells of alarms: neither processing, calls nor other jobs take all connections, or all time, from it. */
  tellingDb: Database;
  /**
   * For deferrable work, jobs and exports: it takes no connection from calls, and on the embedded database comes after
   * them.
   */
  backgroundDb: Database;
  engine: 'pglite' | 'postgresql';
  /** The embedded engine itself, for backup; null on PostgreSQL. */
  pglite: PGlite | null;
  /**
   * Exclusive work on one connection: for migrations, which need several statements in one text and a lock of the
   * session. The work uses nothing but `query`.
   */
  onOneConnection<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result>;
  /** Takes the notifications of a channel, from the commits of all processes. */
  listen(listener: Listener): Promise<StopListening>;
  close(): Promise<void>;
}

/** Opens PGlite in a folder, where commits are durable, or in memory (`undefined`). */
export async function openPglite(folder: string | undefined, options: EmbeddedOptions = {}): Promise<OpenDatabase> {
  return aroundPglite(await openEmbedded(folder, options));
}

/** The one connection of an embedded engine, shared by all lanes. */
export function aroundPglite(pglite: PGlite): OpenDatabase {
  const turns = new ConnectionTurns();
  const inLane = (lane: Lane): Database => drizzlePglite(inTurns(pglite, turns, lane));
  return {
    db: inLane('calls'),
    processingDb: inLane('processing'),
    tellingDb: inLane('telling'),
    backgroundDb: inLane('background'),
    engine: 'pglite',
    pglite,
    onOneConnection: (work) => work(asClient(pglite)),
    listen: async ({ channel, onNotification }) => {
      // It is told within the statement that notifies, of whoever that is.
      const stop = await pglite.listen(channel, (payload) => asServer(() => onNotification(payload)));
      return () => stop().catch(() => undefined); // an engine that has stopped notifies nobody
    },
    close: () => pglite.close(),
  };
}

/** The engine for drizzle: each of its statements waits for its turn. */
function inTurns(pglite: PGlite, turns: ConnectionTurns, lane: Lane): PGlite {
  const take = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const leave = await enterAsPayer(lane === 'background' ? lane : 'calls');
    let began: number | null = null;
    const measured = () => {
      began = performance.now();
      return work();
    };
    return turns.take(lane, measured).finally(() => leave(began === null ? 0 : performance.now() - began));
  };
  const client: Pick<PGlite, 'query' | 'transaction'> = {
    query: (...args) => take(() => queryOf(pglite)(...args)),
    transaction: (work) => take(() => pglite.transaction((tx) => work({ ...tx, query: queryOf(tx) }))),
  };
  return client as PGlite; // it uses nothing else
}

/**
 * Without the parsers that drizzle gives with each query: PGlite would copy its own three hundred to add them, which
 * takes as long as a small query. `openEmbedded` has added them already.
 */
const queryOf =
  (client: PGlite | Transaction): PGlite['query'] =>
  (text, params, { parsers: _known, ...options } = {}) =>
    client.query(text, params, options);

/** The engine for migrations. Only `exec` accepts several statements in one text; the last one gives the rows. */
function asClient(pglite: PGlite): ClientBase {
  const client = { query: async (text: string) => (await pglite.exec(text)).at(-1) ?? { rows: [] } };
  return client as Pick<ClientBase, 'query'> as ClientBase;
}

/**
 * Opens PostgreSQL. Throws when the server does not answer. A serving process limits every wait; `unlimited` is for
 * long work: migrations, a restore, filling.
 */
export async function openPostgres(
  url: string,
  { unlimited = false }: { unlimited?: boolean } = {},
): Promise<OpenDatabase> {
  const poolOf = (work: 'processing' | 'telling' | 'background') =>
    unlimited ? pool : openPool(url, poolLimits[work]);
  const pool = openPool(url, unlimited ? poolLimits.maintenance : poolLimits.calls);
  const [processing, telling, background] = [poolOf('processing'), poolOf('telling'), poolOf('background')];
  const close = async () => {
    for (const each of new Set([pool, processing, telling, background])) await each.end();
  };
  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: drizzlePg(pool),
    processingDb: drizzlePg(processing),
    tellingDb: drizzlePg(telling),
    backgroundDb: drizzlePg(background),
    engine: 'postgresql',
    pglite: null,
    onOneConnection: (work) => onOneConnection(pool, work),
    listen: (listener) => listenTo(url, listener),
    close,
  };
}

/** The connection is closed afterwards, which releases its locks and ends its transaction. */
async function onOneConnection<Result>(pool: Pool, work: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

/** Rows of a hand-written statement. Both drivers return them under `rows`. */
export async function queryRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as { rows: Row[] };
  return result.rows;
}

/** How many seconds this clock is ahead of that of the database; negative: behind. */
export async function secondsAhead(db: Database, clock: Pick<Clock, 'now'>): Promise<number> {
  const [row] = await queryRows<{ now: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  return Math.round((clock.now() - Number(row?.now)) / 1000);
}
