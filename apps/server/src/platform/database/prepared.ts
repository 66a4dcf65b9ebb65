import { type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Runs a statement with these values, by the names of its placeholders, and returns its rows. */
type Run<Row> = (db: Database, values: Readonly<Record<string, unknown>>) => Promise<Row[]>;

const dialect = new PgDialect();

/**
 * A statement for the way of every message: its text is built once in this process, and PostgreSQL parses it once for
 * each connection, under this name, and keeps its plan. Values are `sql.placeholder`s, and many rows are one value (an
 * array, a JSON text), so that the text is the same for any number of them. The embedded database knows no names.
 */
export function prepared<Row>(name: string, statement: SQL): Run<Row> {
  let query: Query | undefined;
  return async (db, values) => {
    query ??= dialect.sqlToQuery(statement);
    const bound = db._.session.prepareQuery(query, undefined, name, false);
    const result = (await bound.execute(values)) as { rows: Row[] };
    return result.rows;
  };
}

/** A placeholder for an array of numbers of rows. */
export const idsNamed = (name: string): SQL => sql`${sql.placeholder(name)}::int[]`;

/** A placeholder for what `jsonText` has made of a list of objects. */
export const jsonNamed = (name: string): SQL => sql`${sql.placeholder(name)}::json`;
