import { and, or, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';

/** The rows of one table that are about somebody, and how each is written as JSON. */
export interface ExportPart {
  table: string;
  /** Columns that point at the person, with the value that does: a row counts when any of them has it. */
  by: Readonly<Record<string, string | number>>;
  /** Rows `t` that count besides. */
  or?: SQL;
  /** What must be true of a row `t` as well. */
  and?: SQL | undefined;
  /** An SQL expression of a row `t` as JSON. */
  row: SQL;
  /** What orders the rows, never null, with the types: a page begins where the last one ended. */
  key: readonly (readonly [expression: string, type: string])[];
}

/** Everything that the table has, columns of tomorrow too, except what would let somebody in. */
export const allExcept = (...columns: string[]): SQL => sql`to_jsonb(t) - ${sql.param(columns)}::text[]`;

/** These columns and no others: the rest is somebody else's. */
export const only = (...columns: string[]): SQL =>
  sql`(select jsonb_object_agg(f.key, f.value) from jsonb_each(to_jsonb(t)) f where f.key = any(${sql.param(columns)}::text[]))`;

const rowsAtOnce = 500;

/** The rows page by page, each as JSON text. */
export async function* pagesOf(db: Database, part: ExportPart): AsyncGenerator<string[]> {
  const order = sql.raw(part.key.map(([expression]) => expression).join(', '));
  const texts = sql.raw(part.key.map(([expression]) => `${expression}::text`).join(', '));
  let last: string[] | null = null;
  do {
    const where = and(
      rowsOf(part),
      part.and,
      last === null ? undefined : sql`(${order}) > (${position(part, last)})`,
    );
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
