import { and, eq, sql } from 'drizzle-orm';
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

/** Of several who register with one number at once, each waits here until the one before has committed. */
export async function lockOrgNumber(tx: Database, orgNumber: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`organisation ${orgNumber}`}))`);
}
