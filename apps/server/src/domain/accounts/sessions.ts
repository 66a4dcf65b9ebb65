import type { InformationValue, Policy, Role, UserPolicy } from '@varde/catalogue/permissions';
import type { Context, Session } from '@varde/contract/session';
import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database.ts';
import { removeBrowsersAt, removeBrowsersOf } from '../push/browsers.ts';
import { sessions, users } from './tables.ts';

/** A policy with the customers that it reaches: its own and its subtree. Empty for a global one. */
export type HeldPolicy = UserPolicy & { reach: readonly number[] };

/** A policy that customers give to a role of the user by role policy, with the customers that it reaches. */
export interface GivenPolicy {
  role: Role;
  policy: Policy;
  information: InformationValue | null;
  custIds: readonly number[];
}

export interface SessionRecord {
  sessionId: number;
  userId: number;
  username: string;
  firstName: string;
  lastName: string;
  language: string;
  theme: Session['theme'];
  gdprAccepted: boolean;
  twoFactor: boolean;
  context: Context;
  /** All customers of the user's policies are private ones. */
  isPrivate: boolean;
  /** The user has a policy for a partner, as partner or partner user. */
  isPartner: boolean;
  beta: boolean;
  translator: boolean;
  /** Unix milliseconds. */
  lastSeenAt: number;
  policies: readonly HeldPolicy[];
  given: readonly GivenPolicy[];
}

const heldPolicies = sql`coalesce((
  select json_agg(json_build_object('role', p.role, 'custId', p.cust_id, 'reach', coalesce((
    select json_agg(c.cust_id order by c.cust_id) from customers_below(array[p.cust_id]) c
  ), '[]'::json)) order by p.role, p.cust_id)
  from user_policies p where p.user_id = u.user_id
), '[]'::json)`;

/**
 * For each customer the nearest role policy up the tree applies, as in the catalogue's `allowed`. For a role that is
 * held everywhere, the search starts at the customers that have a role policy for it.
 */
const givenPolicies = sql`coalesce((
  select json_agg(json_build_object('role', g.role, 'policy', g.policy, 'information', g.information,
    'custIds', g.cust_ids) order by g.role, g.policy, g.information)
  from (
    select n.role, n.policy, n.information, json_agg(n.cust_id order by n.cust_id) as cust_ids
    from (
      select distinct on (c.cust_id, r.role, r.policy) c.cust_id, r.role, r.policy, r.status, r.information
      from user_policies p
      cross join customers_below(case when p.cust_id is null
        then array(select s.cust_id from customer_role_policies s where s.role = p.role)
        else array[p.cust_id] end) c
      cross join unnest(c.path) with ordinality as above (cust_id, depth)
      join customer_role_policies r on r.cust_id = above.cust_id and r.role = p.role
      where p.user_id = u.user_id
      order by c.cust_id, r.role, r.policy, above.depth desc
    ) n
    where n.status = 'active'
    group by n.role, n.policy, n.information
  ) g
), '[]'::json)`;

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
  const rows = await queryRows<SessionRecord & { tokenHash: string }>(
    db,
    sql`with living as materialized (
        select s.session_id, s.user_id, s.token_hash, s.context, s.last_seen_at from sessions s
        where s.token_hash = any(${sql.param([...tokenHashes])}::text[])
          and s.expires_at > ${timestamp(now)}
          and s.last_seen_at > ${timestamp(now - idleMs)} and s.last_seen_at < ${timestamp(now + idleMs)}
      ), holders as materialized (
        select u.user_id, u.username, u.first_name, u.last_name, u.language, u.theme, u.beta, u.translator,
          u.gdpr_accepted_at is not null as gdpr_accepted, u.two_factor_secret is not null as two_factor,
          ${heldPolicies} as policies, ${givenPolicies} as given,
          exists (select from user_policies p where p.user_id = u.user_id) and not exists (
            select from user_policies p left join customers c on c.cust_id = p.cust_id
            where p.user_id = u.user_id and c.kind is distinct from 'private'
          ) as is_private,
          exists (select from user_policies p join customers c on c.cust_id = p.cust_id
            where p.user_id = u.user_id and c.kind = 'partner') as is_partner
        from users u
        where u.user_id in (select user_id from living) and u.disabled_at is null
          and (u.temporary_until is null or u.temporary_until > ${timestamp(now)})
      )
      select s.token_hash as "tokenHash", s.session_id as "sessionId", u.user_id as "userId", u.username,
        u.first_name as "firstName", u.last_name as "lastName", u.language, u.theme,
        u.gdpr_accepted as "gdprAccepted", u.two_factor as "twoFactor", s.context,
        (extract(epoch from s.last_seen_at) * 1000)::float8 as "lastSeenAt", u.policies, u.given,
        u.is_private as "isPrivate", u.is_partner as "isPartner", u.beta, u.translator
      from living s join holders u on u.user_id = s.user_id`,
  );
  return new Map(rows.map(({ tokenHash, ...record }) => [tokenHash, record]));
}

const timestamp = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;

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

export async function endSession(db: Database, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
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
export async function findCredentials(
  db: Database,
  username: string,
  now: number,
): Promise<Credentials | null> {
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
  return queryRows(
    db,
    sql`select role, cust_id as "custId" from user_policies where user_id = ${userId}::int`,
  );
}
