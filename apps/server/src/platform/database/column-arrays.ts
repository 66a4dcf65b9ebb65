import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { byteaText, jsonText } from './json-rows.ts';
import { prepared } from './prepared.ts';

type Row = Readonly<Record<string, unknown>>;
type Columns = readonly (readonly [key: string, column: PgColumn])[];

/**
 * Inserts rows of a table, in this order, in one statement with an array for each column: half the work of one JSON
 * text, on both sides. Columns that no row sets take their default, and cost nothing.
 */
export async function insertRows<T extends PgTable>(
  tx: Database,
  table: T,
  rows: readonly Partial<T['$inferSelect']>[],
): Promise<void> {
  await insertInto(tx, { table, rows });
}

/** The same with numbers of a sequence in a column that the rows do not set. Returns them, in the order of the rows. */
export async function insertNumbered<T extends PgTable>(
  tx: Database,
  table: T,
  rows: readonly Partial<T['$inferSelect']>[],
  numbers: Numbers,
): Promise<number[]> {
  const [inserted] = await insertInto(tx, { table, rows, numbers });
  return JSON.parse(inserted?.numbers ?? '[]');
}

interface Numbers {
  column: string;
  sequence: string;
}

interface Insert {
  table: PgTable;
  rows: readonly Row[];
  numbers?: Numbers;
}
type Statement = ReturnType<typeof prepared<{ numbers: string | null }>>;

/** Of each table those that its rows have asked for. The columns without a default are in all of them. */
const statements = new WeakMap<PgTable, Map<string, Statement>>();

async function insertInto(tx: Database, { table, rows, numbers }: Insert) {
  if (rows.length === 0) return [];
  const columns = Object.entries<PgColumn>(getTableColumns(table)).filter(
    ([key, { hasDefault, name }]) => name !== numbers?.column && (!hasDefault || rows.some((row) => row[key] != null)),
  );
  const texts = columns.map(([key, column]) => [key, columnText(column, rows, key)] as const);
  return statementFor(table, columns, numbers)(tx, Object.fromEntries(texts));
}

function statementFor(table: PgTable, columns: Columns, numbers: Numbers | undefined): Statement {
  const known = statements.get(table) ?? new Map<string, Statement>();
  statements.set(table, known);
  const key = columns.map(([, { name }]) => name).join();
  const found = known.get(key);
  if (found !== undefined) return found;
  const name = `insert_${getTableName(table)}_${known.size}`;
  const statement: Statement = prepared(name, insertStatement(table, columns, numbers));
  known.set(key, statement);
  return statement;
}

function insertStatement(table: PgTable, columns: Columns, numbers: Numbers | undefined): SQL {
  const names = list(columns.map(([, { name }]) => sql`${sql.identifier(name)}`));
  const cells = list(columns.map(([, column]) => sql`${sql.identifier(column.name)}::${sql.raw(column.getSQLType())}`));
  const arrays = list(columns.map(([key, column]) => sql`${sql.placeholder(key)}::${sql.raw(elementType(column))}[]`));
  const relation = sql`unnest(${arrays}) as n (${names})`;
  const target = sql.identifier(getTableName(table));
  if (numbers === undefined) return sql`insert into ${target} (${names}) select ${cells} from ${relation}`;
  const number = sql.identifier(numbers.column);
  return sql`with inserted as (
      insert into ${target} (${number}, ${names})
      select nextval(${sql.raw(`'${numbers.sequence}'`)}), ${cells} from ${relation} returning ${number} as number)
    select json_agg(number order by number)::text as numbers from inserted`;
}

/** `unnest` flattens nested arrays completely, so those travel as texts. */
const elementType = (column: PgColumn) => (column.dataType === 'array' ? 'text' : column.getSQLType());

/** Null when no row sets it: `unnest` fills it up, at no cost. */
function columnText(column: PgColumn, rows: readonly Row[], key: string): string | null {
  if (!rows.some((row) => row[key] != null)) return null;
  return arrayText(rows.map((row) => (column.dataType === 'array' ? nested(row[key]) : row[key])));
}

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
const nested = (value: unknown) => (Array.isArray(value) ? arrayText(value) : null);

/** One value for each row as the text of an array of PostgreSQL, for `unnest`. Objects become JSON. */
export const arrayText = (values: readonly unknown[]) => `{${values.map(elementText).join(',')}}`;

function elementText(value: unknown): string {
  if (value instanceof Date) return value.toJSON() ?? 'NULL';
  if (value instanceof Uint8Array) return `"\\${byteaText(value)}"`;
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? String(value) : 'NULL';
    case 'boolean':
      return String(value);
    case 'string':
      // PostgreSQL's text holds no NUL, and no input of a device may keep an alarm from being stored.
      return quoted(value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value);
    default:
      return value === null || value === undefined ? 'NULL' : quoted(jsonText(value));
  }
}

/** Most texts need no escapes, and searching for them costs a tenth of replacing them. */
const quoted = (text: string) =>
  `"${text.includes('"') || text.includes('\\') ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;
