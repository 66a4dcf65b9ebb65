import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { endKeys } from './api-keys.ts';
import { removeBrowsersOf } from './push-browsers.ts';
import { accountTokens, sessions, users } from './tables.ts';

/**
 * Ends every session, mailed link, known browser, push message and API key of a user, in the caller's transaction. A user who is activated
 * again starts without them: a stolen session does not become valid again.
 */
export async function endAccess(tx: Database, userId: number, at: Date): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(accountTokens).where(eq(accountTokens.userId, userId));
  await removeBrowsersOf(tx, userId);
  await endKeys(tx, userId, { at });
  await tx.update(users).set({ browserKey: null }).where(eq(users.userId, userId));
}

/** For a temporary account that lives again: if it was over, whoever had access until then has it no longer. */
export async function endAccessIfOver(
  tx: Database,
  { userId, temporaryUntil }: { userId: number; temporaryUntil: Date | null },
  now: Date,
): Promise<void> {
  if (temporaryUntil !== null && temporaryUntil <= now) await endAccess(tx, userId, now);
}
