import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { customers } from '#platform/schema.ts';

/** Whether a firm with this organisation number is a customer. */
export async function isOrgNumberTaken(db: Database, orgNumber: string): Promise<boolean> {
  const rows = await db
    .select({ custId: customers.custId })
    .from(customers)
    .where(and(eq(customers.orgNumber, orgNumber), eq(customers.kind, 'firm')))
    .limit(1);
  return rows.length > 0;
}
