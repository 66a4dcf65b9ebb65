import { inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { customers } from './tables.ts';

/** The lowest customer of the tree that has all of these in its subtree; null without one. */
export async function commonCustomer(db: Database, custIds: readonly number[]): Promise<number | null> {
  if (custIds.length === 0) return null;
  const rows = await db
    .select({ path: customers.path })
    .from(customers)
    .where(inArray(customers.custId, [...custIds]));
  const [first = [], ...others] = rows.map(({ path }) => path);
  return first.findLast((custId, depth) => others.every((path) => path[depth] === custId)) ?? null;
}
