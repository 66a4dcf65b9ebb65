import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { unlessTaken } from '#platform/unless-taken.ts';
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
  await tx
    .update(users)
    .set({ firstName, lastName, mobile, language, theme })
    .where(eq(users.userId, userId));
}

const mostSessions = 100;

/** The user's sessions that are not over, the latest used first. */
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

/** Notes that the user has the e-mail address; false when that was known. */
export async function markValidated(tx: Database, userId: number, at: number): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ emailValidatedAt: new Date(at) })
    .where(and(eq(users.userId, userId), isNull(users.emailValidatedAt)))
    .returning({ userId: users.userId });
  return changed.length > 0;
}

/**
 * Makes an account of an invitation, whose link came to the address. False when there is another account with the username
 * by now. True as well, and nothing changes, for what is an account already.
 */
export const acceptInvitation = (tx: Database, userId: number): Promise<boolean> =>
  unlessTaken(tx, 'users_username', (inner) =>
    inner.update(users).set({ invitedUntil: null }).where(eq(users.userId, userId)),
  );

/** Notes that the user accepts how personal data is used; false when they had. */
export async function acceptGdpr(tx: Database, userId: number, at: number): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ gdprAcceptedAt: new Date(at) })
    .where(and(eq(users.userId, userId), isNull(users.gdprAcceptedAt)))
    .returning({ userId: users.userId });
  return changed.length > 0;
}
