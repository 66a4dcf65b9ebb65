import { Client } from 'pg';
import { socketThatMayNotBeSilent } from './postgres-pool.ts';

/** Of a connection that is kept open, milliseconds. */
export interface SessionTiming {
  /** Interval of its keep-alive, and its longest silence. */
  beatMs: number;
  silenceMs: number;
  /** After which PostgreSQL ends it, since the process hangs: several intervals. */
  idleMs: number;
}
export const productionSession: SessionTiming = { beatMs: 5000, silenceMs: 12_000, idleMs: 20_000 };

/**
 * A connection of its own, apart from the pools, for what belongs to a session of PostgreSQL: a lock, or listening. One
 * that breaks or falls silent emits `end`, provided that it is kept alive.
 */
export async function openSession(url: string, name: string, { silenceMs, idleMs }: SessionTiming): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    stream: () => socketThatMayNotBeSilent(silenceMs),
  });
  client.on('error', () => undefined); // queries report it, and the end that follows is what counts
  await client.connect();
  // PostgreSQL notices within half a minute that the machine at this end is gone, and not after hours.
  await client.query(
    `set idle_session_timeout = ${idleMs}; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`,
  );
  return client;
}

/** Asks a question every `beatMs` until the connection ends; the next one waits for its answer. */
export function keepAlive(
  client: Client,
  { beatMs }: SessionTiming,
  ask: () => Promise<unknown> = () => client.query('select 1'),
): void {
  let isAsking = false;
  const beat = async () => {
    if (isAsking) return;
    isAsking = true;
    await ask().catch(() => undefined); // the end of the connection tells
    isAsking = false;
  };
  const timer = setInterval(() => void beat(), beatMs);
  client.once('end', () => clearInterval(timer));
}
