import { and, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { customers } from './tables.ts';

/**
 * The scope narrowed by the query: with a customer, only its subtree. Computed as a list instead of in the query, so
 * that the planner knows how few customers there are.
 */
export async function askedScope(
  db: Database,
  scope: Scope,
  { custId }: { custId?: number | undefined },
): Promise<Scope> {
  if (custId === undefined) return scope;
  const rows = await db
    .select({ custId: customers.custId })
    .from(customers)
    .where(and(sql`${customers.path} @> array[${custId}::int]`, withinScope(customers.custId, scope)));
  return rows.map((row) => row.custId);
}
