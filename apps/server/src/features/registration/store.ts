import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { customers } from '#platform/schema.ts';

/**
 * Whether a firm with this organisation number is a customer. One whose users have yet to confirm an address does not
 * count: otherwise anybody could block a firm, and see by its number whether the username they sent was taken.
 */
export async function isOrgNumberTaken(db: Database, orgNumber: string): Promise<boolean> {
  const isConfirmed = sql`(select coalesce(bool_or(u.email_validated_at is not null), true)
    from users u where u.cust_id = customers.cust_id)`;
  const rows = await db
    .select({ custId: customers.custId })
    .from(customers)
    .where(and(eq(customers.orgNumber, orgNumber), eq(customers.kind, 'firm'), isConfirmed))
    .limit(1);
  return rows.length > 0;
}
