import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { userPolicies } from './tables.ts';

/** The customer that a user belongs to: the only one of their policies. Null with several, with none, or globally. */
export async function homeOf(db: Database, userId: number): Promise<number | null> {
  const rows = await db
    .selectDistinct({ custId: userPolicies.custId })
    .from(userPolicies)
    .where(eq(userPolicies.userId, userId));
  return rows.length === 1 ? (rows[0]?.custId ?? null) : null;
}
