import type { OpenDatabase } from '@varde/server/platform/database/database';
import { Client } from 'pg';

type Query = (text: string | { text: string }, ...more: unknown[]) => unknown;

/** The statements that a driver sends for this work, in their order, without those that frame a transaction. */
export async function statementsOf(
  { pglite }: Pick<OpenDatabase, 'pglite'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const sent: string[] = [];
  const recording = (query: Query): Query =>
    function recorded(this: unknown, text, ...more) {
      sent.push(typeof text === 'string' ? text : text.text);
      return query.call(this, text, ...more);
    };
  const restore = pglite === null ? recordClients(recording) : recordEngine(pglite, recording);
  try {
    await work();
  } finally {
    restore();
  }
  return sent.filter((text) => !/^(begin|commit)\b/i.test(text));
}

type Recording = (query: Query) => Query;

function recordClients(recording: Recording): () => void {
  const { query } = Client.prototype;
  Client.prototype.query = recording(query as Query) as typeof query;
  return () => {
    Client.prototype.query = query;
  };
}

function recordEngine(engine: NonNullable<OpenDatabase['pglite']>, recording: Recording): () => void {
  const { query, transaction } = engine;
  engine.query = recording(query as Query) as typeof query;
  engine.transaction = (work) =>
    transaction.call(engine, (tx) => work({ ...tx, query: recording(tx.query as Query) as typeof query })) as never;
  return () => Object.assign(engine, { query, transaction });
}
