import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Scope } from '../caller.ts';

/** The customer that owns Varde's own test device (decision 0037). In the scope of no caller. */
export const ownCustId = 0;

/** `server`: the server's own work, which no caller has asked for, also on its test device. */
export type WorkScope = Scope | 'server';

/**
 * The part of a WHERE that keeps a query within the caller's customers. Undefined for the server's own work, which
 * drizzle's `and` leaves out. Several customers are one array parameter, so that the statement stays the same however
 * many there are; one is compared by itself, since an index of a customer's devices then gives them in their order.
 */
export function withinScope(custId: SQLWrapper, scope: WorkScope): SQL | undefined {
  if (scope === 'server') return undefined;
  if (scope === 'all') return sql`${custId} is distinct from ${sql.raw(String(ownCustId))}`;
  const [first] = scope;
  return scope.length === 1
    ? sql`${custId} = ${sql.param(first)}::int`
    : sql`${custId} = any(${sql.param([...scope])}::int[])`;
}

export const isWithin = (custId: number, scope: Scope): boolean =>
  scope === 'all' ? custId !== ownCustId : scope.includes(custId);
