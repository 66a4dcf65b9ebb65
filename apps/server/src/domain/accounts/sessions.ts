import type { UserPolicy } from '@varde/catalogue/permissions';
import type { Context } from '@varde/contract/session';
import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { type HolderRecord, holdersOf, timestamp } from './holders.ts';
import { removeBrowsersAt, removeBrowsersOf } from './push-browsers.ts';
import { sessions, users } from './tables.ts';

export interface SessionRecord extends HolderRecord {
  sessionId: number;
  /** Unix milliseconds. */
  lastSeenAt: number;
}

/**
 * The valid sessions among these token hashes, by hash, with the present policies of their users. Each user's policies
 * are read once, however many sessions they have. A session whose last use is in the future, because the clock was set
 * back since, stays valid as long as if it were equally far in the past.
 */
export async function findSessions(
  db: Database,
  tokenHashes: readonly string[],
  { now, idleMs }: { now: number; idleMs: number },
): Promise<Map<string, SessionRecord>> {
  const living = sql`select s.session_id, s.user_id, s.token_hash, s.context, s.last_seen_at,
      s.positions_confirmed_at from sessions s
    where s.token_hash = any(${sql.param([...tokenHashes])}::text[])
      and s.expires_at > ${timestamp(now)}
      and s.last_seen_at > ${timestamp(now - idleMs)} and s.last_seen_at < ${timestamp(now + idleMs)}`;
  const own = sql`s.token_hash as "tokenHash", s.session_id as "sessionId", null::int as "keyId",
    (extract(epoch from s.last_seen_at) * 1000)::float8 as "lastSeenAt"`;
  const rows = await queryRows<SessionRecord & { tokenHash: string }>(db, holdersOf(living, own, now));
  return new Map(rows.map(({ tokenHash, ...record }) => [tokenHash, record]));
}

/**
 * Marks sessions as used. Caps their lifetime at that of a new session, in case the clock was ahead when they began.
 */
export async function touchSessions(
  db: Database,
  sessionIds: readonly number[],
  { now, absoluteMs }: { now: number; absoluteMs: number },
): Promise<void> {
  const expiresAt = sql`least(${sessions.expiresAt}, ${timestamp(now + absoluteMs)})`;
  await db
    .update(sessions)
    .set({ lastSeenAt: new Date(now), expiresAt })
    .where(inArray(sessions.sessionId, [...sessionIds]));
}

/** Begins a session, records the login, and deletes sessions that are over. */
export async function beginSession(
  db: Database,
  session: {
    tokenHash: string;
    userId: number;
    context: Context;
    now: number;
    expiresAt: number;
    address?: string;
    userAgent?: string | null;
  },
): Promise<void> {
  const { tokenHash, userId, context, address, userAgent } = session;
  const now = new Date(session.now);
  await db.transaction(async (tx) => {
    await tx.delete(sessions).where(lt(sessions.expiresAt, now));
    await tx.insert(sessions).values({
      tokenHash,
      userId,
      context,
      ...(address === undefined ? {} : { address }),
      ...(userAgent === undefined ? {} : { userAgent }),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(session.expiresAt),
    });
    await tx.update(users).set({ lastLogin: now }).where(eq(users.userId, userId));
  });
}

/** The user of this session has confirmed the notice about positions, until the session ends. */
export async function confirmPositions(tx: Database, tokenHash: string, at: Date): Promise<void> {
  await tx.update(sessions).set({ positionsConfirmedAt: at }).where(eq(sessions.tokenHash, tokenHash));
}

/**
 * Ends all sessions of a user except one, all their known browsers, and push messages in other browsers than that of the
 * one; returns the hashes of the ended tokens.
 */
export async function endSessionsOf(db: Database, userId: number, except: string | null): Promise<string[]> {
  await db.update(users).set({ browserKey: null }).where(eq(users.userId, userId));
  await removeBrowsersOf(db, userId, except);
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except === null ? undefined : ne(sessions.tokenHash, except)))
    .returning({ tokenHash: sessions.tokenHash });
  return ended.map(({ tokenHash }) => tokenHash);
}

/**
 * Ends one session of the user, and push messages in its browser: the telephone may be lost. Returns the hash of its token,
 * or null when the user has no such session.
 */
export async function endSessionOf(db: Database, userId: number, sessionId: number): Promise<string | null> {
  await removeBrowsersAt(db, userId, sessionId);
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.sessionId, sessionId)))
    .returning({ tokenHash: sessions.tokenHash });
  return ended?.tokenHash ?? null;
}

/** Ends a session. Returns whose it was, or null when there is none with this token. */
export async function endSession(
  db: Database,
  tokenHash: string,
): Promise<Pick<typeof sessions.$inferSelect, 'userId' | 'context'> | null> {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId, context: sessions.context });
  return ended ?? null;
}

/** The stored data against which a login is checked. */
export interface Credentials {
  userId: number;
  passwordHash: string;
  /** Cannot log in, even with the right password. */
  disabled: boolean;
  twoFactorSecret: string | null;
  twoFactorLastStep: number | null;
}

/** Null when there is no account with the username. */
export async function findCredentials(db: Database, username: string, now: number): Promise<Credentials | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.username, username), isNull(users.invitedUntil)));
  if (row === undefined) return null;
  const { userId, passwordHash, disabledAt, emailValidatedAt, twoFactorSecret, twoFactorLastStep } = row;
  const hasEnded = row.temporaryUntil !== null && row.temporaryUntil.getTime() <= now;
  return {
    userId,
    passwordHash,
    disabled: disabledAt !== null || hasEnded || emailValidatedAt === null,
    twoFactorSecret,
    twoFactorLastStep,
  };
}

/** A user's policies, before there is a session. */
export function findPolicies(db: Database, userId: number): Promise<UserPolicy[]> {
  return queryRows(db, sql`select role, cust_id as "custId" from user_policies where user_id = ${userId}::int`);
}
