import { inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { customers } from './tables.ts';

/** The lowest customer of the tree that has all of these in its subtree; null without one. */
export async function commonCustomer(db: Database, custIds: readonly number[]): Promise<number | null> {
  return lowestAbove(await pathsOf(db, custIds));
}

/**
 * These customers. Where they are more than `most`, those above them on the lowest level with no more than that, or the
 * roots of their trees.
 */
export async function customersOrAbove(db: Database, custIds: readonly number[], most: number): Promise<number[]> {
  const paths = await pathsOf(db, custIds);
  const atLevel = (level: number) => [...new Set(paths.map((path) => path[Math.min(level, path.length) - 1] ?? 0))];
  let level = Math.max(1, ...paths.map(({ length }) => length));
  while (level > 1 && atLevel(level).length > most) level -= 1;
  return atLevel(level);
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
