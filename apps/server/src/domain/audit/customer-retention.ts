import { and, eq, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { customers } from '../customers/tables.ts';

/** Retention of a customer's entries: its own value, or that of the nearest customer above, or the installation's. */
export async function findRetention(db: Database, scope: Scope, custId: number, installationDays: number) {
  const [found] = await db
    .select({
      custId: customers.custId,
      firmName: customers.firmName,
      own: customers.auditDays,
      days: sql<number>`coalesce((
        select a.audit_days from customers a
        where a.cust_id = any(customers.path) and a.audit_days is not null
        order by cardinality(a.path) desc limit 1
      ), ${installationDays}::int)`,
    })
    .from(customers)
    .where(and(eq(customers.custId, custId), withinScope(customers.custId, scope)));
  return found;
}

export async function setRetention(tx: Database, custId: number, auditDays: number | null): Promise<void> {
  await tx.update(customers).set({ auditDays }).where(eq(customers.custId, custId));
}
