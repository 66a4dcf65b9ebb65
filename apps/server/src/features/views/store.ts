import { and, asc, count, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { customers } from '#domain/customers/tables.ts';
import { nameOrder } from '#domain/search-words.ts';
import { savedViews } from '#domain/views/tables.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';

/** Maximum number of listed views, the caller's own first. */
const mostListed = 200;

const firmName = sql<string | null>`(select c.firm_name from customers c where c.cust_id = saved_views.cust_id)`;

function select(db: Database, where: SQL | undefined) {
  return db
    .select({ view: savedViews, firmName })
    .from(savedViews)
    .where(where)
    .orderBy(sql`${savedViews.custId} is not null`, nameOrder(sql`${savedViews.name}`), asc(savedViews.viewId))
    .limit(mostListed);
}

/** The caller's own views, and those shared at a customer of the caller or above it. */
function visibleTo(caller: Caller): SQL | undefined {
  const within = withinScope(customers.custId, caller.scopeOf('DEVICE_LIST'));
  const below = sql`exists (select from customers where ${and(within, sql`customers.path @> array[saved_views.cust_id]`)})`;
  return or(and(isNull(savedViews.custId), eq(savedViews.userId, caller.userId)), below);
}

export const listVisibleViews = (db: Database, caller: Caller) => select(db, visibleTo(caller));

export async function findView(db: Database, caller: Caller, viewId: number) {
  const [found] = await select(db, and(eq(savedViews.viewId, viewId), visibleTo(caller)));
  return found;
}

export async function countViewsOf(db: Database, userId: number): Promise<number> {
  const [row] = await db.select({ views: count() }).from(savedViews).where(eq(savedViews.userId, userId));
  return row?.views ?? 0;
}
