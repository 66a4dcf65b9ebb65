import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * A list of objects as one parameter for `json_to_recordset`: one statement for a whole batch, planned once, on both
 * engines. PostgreSQL's text holds neither NUL nor half a surrogate pair, and a device may send either: they become
 * U+FFFD, since no input of a device may keep an alarm from being stored.
 */
export function jsonRows(rows: readonly unknown[]): SQL {
  return sql`${jsonText(rows)}::json`;
}

export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\u') ? text.replaceAll(/\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '\\ufffd') : text;
}

/** Bytes as a `bytea` column reads them. */
export function byteaText(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

/** A row of a table by the names of its columns, as `json_populate_recordset` reads it. */
export function columnsOf<T extends PgTable>(table: T, row: Partial<T['$inferInsert']>) {
  const values: Readonly<Record<string, unknown>> = row;
  return Object.fromEntries(Object.entries(getTableColumns(table)).map(([key, { name }]) => [name, values[key]]));
}

/**
 * The rows of a query as one JSON text, for `parseRows`: one cell for the driver to carry, and quicker on both engines
 * than a cell for each column.
 */
export const rowsAsJson = (query: SQL): SQL => sql`select json_agg(found)::text as rows from (${query}) found`;

export interface JsonRows {
  /** Null: there are none. */
  rows: string | null;
}

/** Rows of a table, with the additional columns in `Extra`, from their JSON text. */
export function parseRows<T extends PgTable, Extra = unknown>(
  table: T,
  json: string | null,
): (T['$inferSelect'] & Extra)[] {
  const columns = Object.entries(getTableColumns(table)).map(([key, { name, dataType }]) => ({
    key,
    name,
    isDate: dataType === 'date',
  }));
  const found: Record<string, unknown>[] = JSON.parse(json ?? '[]');
  for (const row of found) {
    for (const { key, name, isDate } of columns) {
      const value = row[name];
      if (name !== key) delete row[name];
      row[key] = isDate && typeof value === 'string' ? new Date(value) : value;
    }
  }
  return found as (T['$inferSelect'] & Extra)[];
}
