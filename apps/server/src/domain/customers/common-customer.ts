import { inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { customers } from './tables.ts';

/** The lowest customer of the tree that has all of these in its subtree; null without one. */
export async function commonCustomer(db: Database, custIds: readonly number[]): Promise<number | null> {
  return lowestAbove(await pathsOf(db, custIds));
}

/** The same for each tree that has one of these. */
export async function commonCustomers(db: Database, custIds: readonly number[]): Promise<number[]> {
  const trees = Map.groupBy(await pathsOf(db, custIds), ([root]) => root);
  return [...trees.values()].flatMap((paths) => lowestAbove(paths) ?? []);
}

async function pathsOf(db: Database, custIds: readonly number[]): Promise<number[][]> {
  if (custIds.length === 0) return [];
  const rows = await db
    .select({ path: customers.path })
    .from(customers)
    .where(inArray(customers.custId, [...custIds]));
  return rows.map(({ path }) => path);
}

const lowestAbove = ([first = [], ...others]: readonly number[][]): number | null =>
  first.findLast((custId, depth) => others.every((path) => path[depth] === custId)) ?? null;
