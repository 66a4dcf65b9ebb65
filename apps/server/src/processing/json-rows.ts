import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/database.ts';

/**
 * A list of objects as one parameter for `json_to_recordset`: one statement for a whole batch, planned once, on both
 * engines. PostgreSQL's text holds neither NUL nor half a surrogate pair, and a device may send either: they become
 * U+FFFD, since nothing that a device sends may keep an alarm from being stored.
 */
export function jsonRows(rows: readonly unknown[]): SQL {
  return sql`${jsonText(rows)}::json`;
}

export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, databaseValue);
  return text.includes('\\u') ? text.replaceAll(/\\u(?:0000|d[89a-f][0-9a-f]{2})/g, '\\ufffd') : text;
}

function databaseValue(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

/** Inserts rows of a table, in this order, in one statement. Columns that no row sets take their default. */
export async function insertRows<T extends PgTable>(
  tx: Database,
  table: T,
  rows: readonly Partial<T['$inferSelect']>[],
  onConflict: SQL = sql``,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const named = rows.map((row) => {
    const values: Record<string, unknown> = row;
    return Object.fromEntries(columns.map(([key, column]) => [column.name, values[key]]));
  });
  const names = sql.raw(columns.map(([, column]) => column.name).join(', '));
  const tableName = sql.identifier(getTableName(table));
  await tx.execute(
    sql`insert into ${tableName} (${names})
        select ${names} from json_populate_recordset(null::${tableName}, ${jsonRows(named)}) ${onConflict}`,
  );
}
