import { and, or, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';

/** The rows of one table about one person, and their format as JSON. */
export interface ExportPart {
  table: string;
  /**
   * Columns that refer to the person, with the value to match: a row belongs to the export when any of them matches.
   */
  by: Readonly<Record<string, string | number>>;
  /** Condition that includes further rows `t`. */
  or?: SQL;
  /** Condition that every row `t` must also meet. */
  and?: SQL | undefined;
  /** SQL expression of a row `t` as JSON. */
  row: SQL;
  /** Sort key, never null, with types: a page begins after the last key of the one before. */
  key: readonly (readonly [expression: string, type: string])[];
}

/** All columns of the table, including ones added later, except those that would give access. */
export const allExcept = (...columns: string[]): SQL => sql`to_jsonb(t) - ${sql.param(columns)}::text[]`;

/** These columns only: the others are about somebody else. */
export const only = (...columns: string[]): SQL =>
  sql`(select jsonb_object_agg(f.key, f.value) from jsonb_each(to_jsonb(t)) f where f.key = any(${sql.param(columns)}::text[]))`;

const rowsAtOnce = 500;

/** The rows page by page, each as JSON text. */
export async function* pagesOf(db: Database, part: ExportPart): AsyncGenerator<string[]> {
  const order = sql.raw(part.key.map(([expression]) => expression).join(', '));
  const texts = sql.raw(part.key.map(([expression]) => `${expression}::text`).join(', '));
  let last: string[] | null = null;
  do {
    const where = and(rowsOf(part), part.and, last === null ? undefined : sql`(${order}) > (${position(part, last)})`);
    const rows: { json: string; key: string[] }[] = await queryRows(
      db,
      sql`select (${part.row})::text as json, array[${texts}] as key from ${sql.raw(part.table)} t
        where ${where} order by ${order} limit ${rowsAtOnce}`,
    );
    if (rows.length > 0) yield rows.map(({ json }) => json);
    last = rows.length < rowsAtOnce ? null : (rows.at(-1)?.key ?? null);
  } while (last !== null);
}

function rowsOf(part: ExportPart): SQL | undefined {
  const columns = Object.entries(part.by).map(([column, value]) => sql`${sql.raw(`t.${column}`)} = ${value}`);
  return or(...columns, part.or);
}

const position = ({ key }: ExportPart, values: readonly string[]): SQL =>
  sql.join(
    key.map(([, type], index) => sql`${values[index]}::${sql.raw(type)}`),
    sql`, `,
  );
