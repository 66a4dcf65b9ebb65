import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { userPolicies } from './tables.ts';

/** The customer of a user's only policy. Null with several, with none, or for a global one. */
export async function homeOf(db: Database, userId: number): Promise<number | null> {
  const rows = await db
    .selectDistinct({ custId: userPolicies.custId })
    .from(userPolicies)
    .where(eq(userPolicies.userId, userId));
  return rows.length === 1 ? (rows[0]?.custId ?? null) : null;
}
