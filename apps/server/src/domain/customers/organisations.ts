import { and, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { containsWords } from '../search-words.ts';

/** Maximum number of choices shown; the user finds others by searching. */
const shown = 200;

export interface Organisation {
  custId: number;
  firmName: string;
  /** The alarm centre in effect: its own or an ancestor's. */
  defaultAhp: number | null;
  /** The parent, if it is within scope. */
  customerId: number | null;
  customerName: string | null;
  /** Depth in the tree, from 1. */
  level: number;
  stock: boolean;
}

/** Customers within scope in the order of the tree, each below the one above it; with `search` those whose names contain it. */
export async function listOrganisations(
  db: Database,
  scope: Scope,
  search = '',
): Promise<{ rows: Organisation[]; more: boolean }> {
  const wanted: SQL | undefined = search === '' ? undefined : containsWords(sql`c.firm_name`, search);
  const within = and(withinScope(sql`c.cust_id`, scope), wanted) ?? sql`true`;
  const rows = await queryRows<Organisation>(
    db,
    sql`select c.cust_id as "custId", c.firm_name as "firmName", c.kind = 'stock' as stock,
        cardinality(c.path) as level, p.cust_id as "customerId", p.firm_name as "customerName",
        (select a.default_ahp from customers a
          where a.cust_id = any (c.path) and a.default_ahp is not null
          order by cardinality(a.path) desc limit 1) as "defaultAhp"
      from customers c
      left join customers p on p.cust_id = c.parent_id and ${withinScope(sql`p.cust_id`, scope) ?? sql`true`}
      where ${within}
      order by (select array_agg(a.sort_name || chr(1) || a.cust_id order by cardinality(a.path))
        from customers a where a.cust_id = any (c.path))
      limit ${shown + 1}`,
  );
  return { rows: rows.slice(0, shown), more: rows.length > shown };
}
