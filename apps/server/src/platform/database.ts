import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { ReachPool } from './reach.ts';
import * as schema from './schema.ts';

/** The database or a transaction in it: what every store function takes first. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  db: Database;
  engine: 'pglite' | 'postgresql';
  /** The embedded engine itself, for backup and for the job queue; null on PostgreSQL. */
  pglite: PGlite | null;
  close(): Promise<void>;
}

export const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** Opens PGlite in a folder (`undefined`: in memory), optionally from a dump made by `dumpDataDir`. */
export async function openPglite(folder: string | undefined, dump?: Blob): Promise<OpenDatabase> {
  const pglite = await PGlite.create({
    extensions: { pg_trgm }, // the migrations' index for searching
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(dump === undefined ? {} : { loadDataDir: dump }),
  });
  return {
    db: drizzlePglite(pglite, { schema }),
    engine: 'pglite',
    pglite,
    close: () => pglite.close(),
  };
}

/** Opens a pool to PostgreSQL. Throws when the server does not answer. */
export async function openPostgres(url: string, poolSize = 10): Promise<OpenDatabase> {
  const pool = new ReachPool({ connectionString: url, max: poolSize });
  pool.on('error', () => undefined); // an idle connection that breaks is replaced; queries report their own errors
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db: drizzlePg(pool, { schema }), engine: 'postgresql', pglite: null, close: () => pool.end() };
}

/** Rows of a hand-written statement. Both drivers return them under `rows`. */
export async function queryRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as { rows: Row[] };
  return result.rows;
}

/** Applies the migrations that have not run yet, in order of their names, each in its own transaction. */
export async function migrate(db: Database): Promise<string[]> {
  await db.execute(
    sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
  );
  const applied = new Set(
    (await queryRows<{ name: string }>(db, sql`select name from migrations`)).map((row) => row.name),
  );
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
  const fresh = names.filter((name) => !applied.has(name));
  for (const name of fresh) {
    const text = await readFile(join(migrationsFolder, name), 'utf8');
    await db.transaction(async (tx) => {
      for (const statement of statementsOf(text)) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into migrations (name) values (${name})`);
    });
  }
  return fresh;
}

/** Statements end in `;` at the end of a line. Function bodies stand between `$$` and hold statements of their own. */
function statementsOf(text: string): string[] {
  const inBody = '\u0001';
  return text
    .split('$$')
    .map((part, index) => (index % 2 === 1 ? part.replaceAll(';', inBody) : part))
    .join('$$')
    .split(/;\s*$/m)
    .map((statement) => statement.replaceAll(inBody, ';').trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}
