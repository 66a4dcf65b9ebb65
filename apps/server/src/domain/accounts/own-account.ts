import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { unlessTaken } from '#platform/database/unless-taken.ts';
import { sessions, users } from './tables.ts';

export type Account = typeof users.$inferSelect;

/** The account of a user who is not disabled. */
export async function findAccount(db: Database, userId: number): Promise<Account | undefined> {
  const [row] = await db.select().from(users).where(eq(users.userId, userId));
  return row?.disabledAt === null ? row : undefined;
}

export async function saveProfile(
  tx: Database,
  userId: number,
  profile: Pick<Account, 'firstName' | 'lastName' | 'mobile' | 'language' | 'theme'>,
): Promise<void> {
  const { firstName, lastName, mobile, language, theme } = profile;
  await tx.update(users).set({ firstName, lastName, mobile, language, theme }).where(eq(users.userId, userId));
}

const mostSessions = 100;

/** The user's valid sessions, latest used first. */
export function listSessions(db: Database, userId: number, now: number, idleMs: number) {
  const { sessionId, tokenHash, createdAt, lastSeenAt, address, userAgent } = sessions;
  return db
    .select({ sessionId, tokenHash, createdAt, lastSeenAt, address, userAgent })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, new Date(now)),
        gt(lastSeenAt, new Date(now - idleMs)),
        lt(lastSeenAt, new Date(now + idleMs)),
      ),
    )
    .orderBy(desc(lastSeenAt), desc(sessionId))
    .limit(mostSessions);
}

/** Marks the user's e-mail address as confirmed; false when it was already. */
export async function markValidated(tx: Database, userId: number, at: number): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ emailValidatedAt: new Date(at) })
    .where(and(eq(users.userId, userId), isNull(users.emailValidatedAt)))
    .returning({ userId: users.userId });
  return changed.length > 0;
}

/**
 * Turns an invitation into an account, once the link in the mail is followed. False when another account has the
 * username by now. For an existing account, true without a change.
 */
export const acceptInvitation = (tx: Database, userId: number): Promise<boolean> =>
  unlessTaken(tx, 'users_username', (inner) =>
    inner.update(users).set({ invitedUntil: null }).where(eq(users.userId, userId)),
  );

/** Stores that the user accepts the privacy text; false when it was accepted already. */
export async function acceptGdpr(tx: Database, userId: number, at: number): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ gdprAcceptedAt: new Date(at) })
    .where(and(eq(users.userId, userId), isNull(users.gdprAcceptedAt)))
    .returning({ userId: users.userId });
  return changed.length > 0;
}
