import { eq } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { accountTokens, sessions } from '../schema.ts';

/**
 * Ends every session of a user and every link in a mail, in the caller's transaction. Whoever is let in again later
 * begins anew: a session that somebody had stolen does not come back with them.
 */
export async function endAccess(tx: Database, userId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(accountTokens).where(eq(accountTokens.userId, userId));
}
