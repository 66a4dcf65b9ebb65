import { createHmac, timingSafeEqual } from 'node:crypto';
import { routes } from '@varde/contract/routes';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { createToken } from '#platform/secrets/tokens.ts';
import { users } from './tables.ts';

/**
 * Recognises a browser that has logged in as a user before, by a signed cookie (the device cookie of OWASP, "Slow Down
 * Online Guessing Attacks with Device Cookies"), so that wrong passwords from others at the same address, or for the
 * same account, do not delay it. The cookie is `<issued>.<nonce>.<signature>`; its key belongs to the user, so it is
 * invalid for other users and ends with `users.browser_key`. It logs nobody in and is sent to the login only.
 */
const cookiePrefix = 'varde_browser_';
const path = routes.login.path;
const lifeMs = 180 * 86_400_000;
/** Largest number of users for whom one browser is known: the cookies must fit in the 16 kB of headers that Node reads. */
const mostCookies = 30;

/** The nonce of the browser's cookie when it is known for this user; null: a browser like any other. */
export async function findKnownBrowser(
  db: Database,
  clock: Clock,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  username: string,
): Promise<string | null> {
  if (!Object.keys(cookies).some((name) => name.startsWith(cookiePrefix))) return null;
  const [user] = await db
    .select({ key: users.browserKey })
    .from(users)
    .where(and(eq(users.username, username), isNull(users.invitedUntil)));
  if (user === undefined || user.key === null) return null;
  const [, issued, nonce, signature] =
    /^([0-9a-z]{1,10})\.([\w-]{43})\.([\w-]{43})$/.exec(cookies[cookieName(user.key)] ?? '') ?? [];
  if (issued === undefined || nonce === undefined || signature === undefined) return null;
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(user.key, `${issued}.${nonce}`)));
  const age = Math.abs(clock.now() - Number.parseInt(issued, 36)); // in the future: the clock was set back
  return isOurs && age < lifeMs ? nonce : null;
}

/** Makes the browser known for a user who has just logged in there. */
export async function rememberBrowser(
  db: Database,
  clock: Clock,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { userId, secure }: { userId: number; secure: boolean },
): Promise<void> {
  const [user] = await db
    .update(users)
    .set({ browserKey: sql`coalesce(${users.browserKey}, ${createToken()}::text)` })
    .where(eq(users.userId, userId))
    .returning({ key: users.browserKey });
  if (user === undefined || user.key === null) return;
  const name = cookieName(user.key);
  const value = `${clock.now().toString(36)}.${createToken()}`;
  const options = { path, httpOnly: true, sameSite: 'lax', secure } as const;
  reply.setCookie(name, `${value}.${sign(user.key, value)}`, { ...options, maxAge: lifeMs / 1000 });
  const others = Object.keys(request.cookies).filter((each) => each.startsWith(cookiePrefix) && each !== name);
  for (const oldest of others.slice(0, Math.max(0, others.length + 1 - mostCookies))) // browsers send the oldest first
    reply.clearCookie(oldest, options);
}

/** Cookie name for each user of a browser; it does not reveal the user. */
const cookieName = (key: string): string => cookiePrefix + sign(key, 'name').slice(0, 16);

const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
