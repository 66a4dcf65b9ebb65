import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SteadyReading } from './steady-time.ts';

/**
 * A stored time for comparison with the wall clock: never before `earliest`, when this server began to listen or its
 * clock was set. A time in the future was stored before the clock was set back, and counts from `since`.
 */
export function lastKnown(column: SQLWrapper, { now, since }: SteadyReading, earliest: number = since): SQL<Date> {
  return sql`case when ${column} > ${timestamp(now)} then ${timestamp(since)}
    else greatest(${column}, ${timestamp(earliest)}) end`;
}

/** Unix milliseconds as SQL. */
export const timestamp = (time: number): SQL => sql`${new Date(time).toISOString()}::timestamptz`;
