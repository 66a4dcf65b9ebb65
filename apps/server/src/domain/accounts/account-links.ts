import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { createToken, hashOfToken } from '#platform/secrets/tokens.ts';
import { queueMail } from '../messages/queue-mail.ts';
import { accountTokens, users } from './tables.ts';

const hourMs = 3_600_000;
/** How long an invited person may take to choose a password. */
export const invitationLifeMs = 7 * 24 * hourMs;

/** Lifetime of links to choose a password, by kind of mail. */
const lifeMs = { resetPassword: hourMs, invitation: invitationLifeMs };
const purpose = 'resetPassword';

export interface LinkReceiver {
  userId: number;
  /** The e-mail address. */
  username: string;
  language: string;
}

/**
 * Queues a mail with a new link, in the caller's transaction. Earlier links work until they expire. `expires` in Unix
 * milliseconds; absent: the standard lifetime.
 */
export async function queueLink(
  tx: Database,
  mail: keyof typeof lifeMs,
  { userId, username, language }: LinkReceiver,
  now: number,
  expires: number = now + lifeMs[mail],
): Promise<void> {
  const token = createToken();
  await tx.insert(accountTokens).values({
    tokenHash: hashOfToken(token),
    userId,
    purpose,
    createdAt: new Date(now),
    expiresAt: new Date(expires),
  });
  const values = { path: `/reset/${token}`, expires };
  await queueMail(tx, { to: username, language, template: mail, values, at: now });
}

/** The user of a token; null when it does not exist, has expired, or its user is disabled or no longer invited. */
export async function findByLink(db: Database, token: string, now: number): Promise<LinkReceiver | null> {
  const [row] = await db
    .select({ user: users })
    .from(accountTokens)
    .innerJoin(users, eq(users.userId, accountTokens.userId))
    .where(
      and(
        eq(accountTokens.tokenHash, hashOfToken(token)),
        eq(accountTokens.purpose, purpose),
        gt(accountTokens.expiresAt, new Date(now)),
        // When the clock was set back after the link was made, it works for at most twice its lifetime.
        sql`${accountTokens.createdAt} - (${accountTokens.expiresAt} - ${accountTokens.createdAt}) <= ${new Date(now).toISOString()}::timestamptz`,
        isNull(users.disabledAt),
        or(isNull(users.invitedUntil), gt(users.invitedUntil, new Date(now))),
      ),
    );
  return row?.user ?? null;
}

/** Uses up a link; false when another call has just done so. */
export async function useUpLink(tx: Database, token: string): Promise<boolean> {
  const used = await tx
    .delete(accountTokens)
    .where(eq(accountTokens.tokenHash, hashOfToken(token)))
    .returning({ userId: accountTokens.userId });
  return used.length > 0;
}
