import { browserName } from '@varde/catalogue/browser-name';
import { mostBrowsers } from '@varde/contract/push';
import { and, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { pushBrowsers } from './tables.ts';

export type StoredBrowser = typeof pushBrowsers.$inferSelect;

export interface BrowserToAdd extends Pick<StoredBrowser, 'userId' | 'endpoint' | 'p256dh' | 'auth' | 'userAgent'> {
  /** Undefined: as it was, else false. */
  endsAtLogout: boolean | undefined;
  /** Its endpoint until now; undefined: the same. */
  former: string | undefined;
  /** Of the session that adds it; null: it is over by now. */
  tokenHash: string | null;
  at: Date;
}

/** The user's browsers, the latest addition first. */
export const browsersOf = (db: Database, userId: number): Promise<StoredBrowser[]> => selectOf(db, userId).execute();

/** As `browsersOf`; none of them is removed before the end of the transaction. */
export const keepBrowsersOf = (tx: Database, userId: number): Promise<StoredBrowser[]> =>
  selectOf(tx, userId).for('key share').execute();

const selectOf = (db: Database, userId: number) =>
  db.select().from(pushBrowsers).where(eq(pushBrowsers.userId, userId)).orderBy(desc(pushBrowsers.browserId));

/**
 * Adds a browser, or changes one that the user has already. A browser that somebody else has used before is theirs no
 * longer. Returns whether it is new. Throws `tooManyBrowsers`. In a transaction.
 */
export async function addBrowser(
  tx: Database,
  { at, tokenHash, former, endsAtLogout, ...browser }: BrowserToAdd,
): Promise<boolean> {
  const { userId, endpoint } = browser;
  // Counted one after the other.
  await tx.execute(sql`select from users where user_id = ${userId} for no key update`);
  await remove(tx, and(eq(pushBrowsers.endpoint, endpoint), ne(pushBrowsers.userId, userId)));
  const own = await browsersOf(tx, userId);
  const stored = own.find((each) => each.endpoint === endpoint) ?? own.find((each) => each.endpoint === former);
  const sessionId = sql`(select session_id from sessions where token_hash = ${tokenHash})`;
  const values = { ...browser, sessionId, endsAtLogout: endsAtLogout ?? stored?.endsAtLogout ?? false };
  if (stored !== undefined) {
    await tx.update(pushBrowsers).set(values).where(eq(pushBrowsers.browserId, stored.browserId));
    return false;
  }
  if (own.length >= mostBrowsers) throw new AppError('tooManyBrowsers');
  await tx.insert(pushBrowsers).values({ ...values, createdAt: at });
  return true;
}

/** Removes one of the user's browsers; false when there is none. */
export const removeBrowser = (tx: Database, browser: { userId: number; browserId: number }): Promise<boolean> =>
  remove(tx, and(eq(pushBrowsers.userId, browser.userId), eq(pushBrowsers.browserId, browser.browserId)));

/** Removes the user's browser with this endpoint if it ends at a logout; false when it does not. */
export const leaveBrowser = (tx: Database, browser: { userId: number; endpoint: string }): Promise<boolean> =>
  remove(
    tx,
    and(
      eq(pushBrowsers.userId, browser.userId),
      eq(pushBrowsers.endpoint, browser.endpoint),
      eq(pushBrowsers.endsAtLogout, true),
    ),
  );

/** Removes the user's browsers but those of one session. */
export async function removeBrowsersOf(tx: Database, userId: number, except: string | null = null): Promise<void> {
  const ofSession = sql`(select session_id from sessions where token_hash = ${except})`;
  await remove(
    tx,
    and(
      eq(pushBrowsers.userId, userId),
      or(isNull(pushBrowsers.sessionId), sql`${pushBrowsers.sessionId} is distinct from ${ofSession}`),
    ),
  );
}

/** Removes the user's browser that a session was last used in. */
export async function removeBrowsersAt(tx: Database, userId: number, sessionId: number): Promise<void> {
  await remove(tx, and(eq(pushBrowsers.userId, userId), eq(pushBrowsers.sessionId, sessionId)));
}

/** Removes a browser that takes no messages any more; false when it was removed or changed meanwhile. */
export const removeGone = (
  tx: Database,
  { browserId, endpoint }: Pick<StoredBrowser, 'browserId' | 'endpoint'>,
): Promise<boolean> => remove(tx, and(eq(pushBrowsers.browserId, browserId), eq(pushBrowsers.endpoint, endpoint)));

async function remove(tx: Database, where: SQL | undefined): Promise<boolean> {
  const removed = await tx.delete(pushBrowsers).where(where).returning({ browserId: pushBrowsers.browserId });
  return removed.length > 0;
}

/** The account `u` of a query gets push messages. */
export const hasBrowser: SQL<boolean> = sql`(exists (select from push_browsers b where b.user_id = u.user_id))`;

/** As messages name a browser: `Chrome, Android`. */
export const nameOfBrowser = ({ userAgent }: Pick<StoredBrowser, 'userAgent'>): string => {
  const { browser, system } = browserName(userAgent);
  return [browser, system].filter((part) => part !== null).join(', ') || 'Web';
};
