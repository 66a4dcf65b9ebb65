import { timeZoneOf } from '@varde/catalogue/markets';
import { isAlarmPartner } from '@varde/catalogue/permissions';
import type { RegistrationMode } from '@varde/catalogue/registration-modes';
import type { HandlerOutput } from '@varde/contract/endpoint';
import { type Context, contexts, type getConfig, type Session, type sessionAbilities } from '@varde/contract/session';
import { contextHeader, sessionCookie } from '@varde/contract/transport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { marketOfUser } from '#domain/accounts/home-of.ts';
import { findKnownBrowser, rememberBrowser } from '#domain/accounts/known-browser.ts';
import { beginSession, findPolicies } from '#domain/accounts/sessions.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '../../platform/app-error.ts';
import type { FeatureOf } from '../../platform/feature.ts';
import type { Arrival } from '../../platform/http/arrival.ts';
import { tokenOf } from '../../platform/http/sessions.ts';
import { FairGate } from '../../platform/limits/fair-gate.ts';
import { createToken, hashOfToken } from '../../platform/secrets/tokens.ts';
import { checkLogin } from './check-login.ts';
import type { LoginLimiter } from './login-limiter.ts';
import { recordSession } from './record-session.ts';
import { rolesOf } from './selected.ts';
import { createSessionKeeper, type FoundSession, type SessionKeeper, type SessionLimits } from './session-keeper.ts';

export { createLoginLimiter } from './login-limiter.ts';
export type { SessionKeeper } from './session-keeper.ts';

export interface SessionFeatureOptions extends SessionLimits {
  limiter: LoginLimiter;
  /** The public address of the console is https, even when this process serves http. */
  https: boolean;
  /** Settings that the console may read before login. */
  config: {
    tilesUrl: string | null;
    tilesAttribution: string | null;
    tilesCopyright: boolean;
    demoLogins: HandlerOutput<typeof getConfig>['demoLogins'];
    organisationLookUp: boolean;
    addressSearch: boolean;
    registration: RegistrationMode;
  };
}

/** Limits the database lookups by username: an address that floods the login does not hold up known browsers. */
const recognitionGate = { width: 2, perKey: 1, waitingPerKey: 20, patienceMs: 10_000 };

type Dependencies = Pick<FeatureDependencies, 'db' | 'clock'>;

/** Login, logout, and the present session. HTTP and the live channel get their callers from the session keeper. */
export function createSessionFeature(
  deps: Dependencies,
  options: SessionFeatureOptions,
): FeatureOf<'session'> & { keeper: SessionKeeper } {
  const keeper = createSessionKeeper(deps.db, deps.clock, options);
  const recognition = new FairGate(recognitionGate);
  return {
    group: 'session',
    reach: 'all',
    unqueued: ['login', 'getConfig'],
    keeper,
    handlers: {
      login: async ({ body }, _caller, { request, reply }) => {
        const check = () => checkLogin({ ...deps, ...options }, body);
        const { username } = body;
        const knownBrowser = await recognition.pass(username, () =>
          findKnownBrowser(deps.db, deps.clock, request, username),
        );
        const origin = { address: request.arrival.address, username, knownBrowser };
        const userId = await options.limiter.attempt(origin, check);
        const context = contextOf(request);
        if (context === 'AHP' && !isAlarmPartner({ policies: await findPolicies(deps.db, userId) }))
          throw new AppError('notAllowed');
        await endFormer(keeper, request);
        const token = await begin(deps, options, userId, context, request);
        const secure = request.protocol === 'https' || options.https;
        setCookie(reply, token, secure, options.absoluteMs);
        await rememberBrowser(deps.db, deps.clock, { request, reply }, { userId, secure });
        return requireSession(deps.db, keeper, token, request.arrival);
      },
      logout: async (_input, _caller, { request, reply }) => {
        await endFormer(keeper, request);
        reply.clearCookie(sessionCookie, { path: '/' });
        return {};
      },
      getSession: async (_input, _caller, { request }) =>
        requireSession(deps.db, keeper, tokenOf(request), request.arrival),
      getConfig: async () => options.config,
    },
  };
}

async function begin(
  { db, clock }: Dependencies,
  { absoluteMs }: SessionLimits,
  userId: number,
  context: Context,
  request: FastifyRequest,
): Promise<string> {
  const token = createToken();
  const now = clock.now();
  const by = { userId, context, address: request.arrival.address };
  await db.transaction(async (tx) => {
    await beginSession(tx, {
      ...by,
      tokenHash: hashOfToken(token),
      userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
      now,
      expiresAt: now + absoluteMs,
    });
    await recordSession(tx, 'session.begun', by, now);
  });
  return token;
}

async function endFormer(keeper: SessionKeeper, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request);
  if (token !== null) await keeper.end(token, request.arrival);
}

/** Lax: the cookie is not sent with other sites' calls. Secure: set wherever the browser would return it. */
function setCookie(reply: FastifyReply, token: string, secure: boolean, absoluteMs: number): void {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: Math.floor(absoluteMs / 1000),
  });
}

const contextOf = (request: FastifyRequest): Context =>
  contexts.find((context) => context === request.headers[contextHeader]) ?? 'PROFFWEB';

async function requireSession(
  db: Database,
  keeper: SessionKeeper,
  token: string | null,
  arrival: Arrival,
): Promise<Session> {
  const found = token === null ? null : await keeper.find(token, arrival);
  if (found === null) throw new AppError('notLoggedIn');
  const market = await marketOfUser(db, found.record.userId);
  return { ...presentSession(found, arrival), timeZone: timeZoneOf(market) };
}

function onlyCustomer(held: readonly { custId: number | null }[]): number | null {
  const [custId = null, ...others] = new Set(held.map((policy) => policy.custId));
  return others.length === 0 ? custId : null;
}

function presentSession(
  { record, holder: { caller }, lacksTwoFactor }: FoundSession,
  { roles }: Arrival,
): Omit<Session, 'timeZone'> {
  const abilities: Record<(typeof sessionAbilities)[number], boolean> = {
    addDevice: caller.acting.mayAnywhere('ADD_DEVICE_MENU') && !record.isPrivate,
    customers: caller.mayAnywhere('SUB_ORGS') && !record.isPrivate,
    partners: caller.mayAnywhere('PARTNER') && (record.isPartner || caller.scopeOf('PARTNER') === 'all'),
    users: caller.mayAnywhere('USER_PRIVILEGES_READ'),
    deletedUsers: caller.mayAnywhere('DELETED_USERS'),
    permissions: caller.mayAnywhere('USER_PRIVILEGES_READ'),
    audit: caller.mayAnywhere('AUDIT_LOG'),
    notificationLists: caller.mayAnywhere('EVENT_SETUP') && !caller.isTrackerOnly,
    sensors: caller.mayAnywhere('DEVICE_SENSOR'),
    personalData: caller.acting.mayAnywhere('USER_PRIVILEGES_ALL'),
    // An unregistered device belongs to no customer.
    unknownDevices: caller.scopeOf('ADMIN') === 'all',
    // Neither does a registered firm that waits.
    registrations: caller.scopeOf('ACTIVATE') === 'all',
    trackerOnly: caller.isTrackerOnly,
    private: record.isPrivate,
    admin: caller.isAdmin,
    beta: caller.flags.includes('beta'),
    ahp: isAlarmPartner(record),
  };
  const { userId, username, firstName, lastName, language, theme } = record;
  return {
    userId,
    username,
    firstName,
    lastName,
    language,
    theme,
    context: caller.context,
    custId: onlyCustomer(record.policies),
    roles: rolesOf(record, roles),
    pending: [...(record.gdprAccepted ? [] : ['gdpr' as const]), ...(lacksTwoFactor ? ['twoFactor' as const] : [])],
    abilities: Object.entries(abilities)
      .filter(([, has]) => has)
      .map(([ability]) => ability as (typeof sessionAbilities)[number]),
  };
}
