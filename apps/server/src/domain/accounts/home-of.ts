import type { MarketId } from '@varde/catalogue/markets';
import { eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { userPolicies } from './tables.ts';

/** The customer of a user's only policy. Null with several, with none, or for a global one. */
export async function homeOf(db: Database, userId: number): Promise<number | null> {
  const rows = await db
    .selectDistinct({ custId: userPolicies.custId })
    .from(userPolicies)
    .where(eq(userPolicies.userId, userId));
  return rows.length === 1 ? (rows[0]?.custId ?? null) : null;
}

/** The market of the customer of a user; with several of them that of the first, and for global policies the first one. */
export async function marketOfUser(db: Database, userId: number): Promise<MarketId> {
  const [row] = await queryRows<{ market: MarketId }>(
    db,
    sql`select customers.market from ${userPolicies} join customers using (cust_id)
      where user_id = ${userId}::int order by cust_id limit 1`,
  );
  return row?.market ?? 1;
}
