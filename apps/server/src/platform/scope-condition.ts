import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Scope } from './http/caller.ts';

/**
 * The part of a WHERE that keeps a query within the caller's customers. Undefined for global access, which drizzle's
 * `and` leaves out. One array parameter, so that the statement stays the same however many customers there are.
 */
export function withinScope(custId: SQLWrapper, scope: Scope): SQL | undefined {
  return scope === 'all' ? undefined : sql`${custId} = any(${sql.param([...scope])}::int[])`;
}
