import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * A time as whole microseconds since 1970, PostgreSQL's own precision, or null. A cursor that rounded to milliseconds
 * would show rows twice or leave some out.
 */
export function microseconds(time: SQLWrapper): SQL<number | null> {
  return sql<number | null>`(extract(epoch from ${time}) * 1000000)::bigint`.mapWith((value) => Number(value));
}

/** The time behind microseconds since 1970; exact, since they stay below 2^53. */
export function fromMicroseconds(value: number | SQL): SQL {
  return sql`('epoch'::timestamptz + ${value}::float8 * interval '1 microsecond')`;
}
