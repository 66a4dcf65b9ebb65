import { AppError } from '../app-error.ts';
import type { OpenDatabase } from '../database/database.ts';
import { type DatabaseAccount, paidBy } from '../database/paid-time.ts';
import { DatabaseShares, type Payer } from '../limits/database-shares.ts';
import { FairGate, type GateLimits } from '../limits/fair-gate.ts';
import { countedAddress } from '../net/address.ts';
import { hashOfToken } from '../secrets/tokens.ts';
import type { Arrival } from './arrival.ts';
import { type KnownCaller, KnownCallers } from './known-callers.ts';
import type { SessionHolder, Sessions } from './sessions.ts';

/** Identifies the callers of some calls and answers these calls in turn. */
export interface Turn {
  /**
   * The holder of the token that came with a request, or null. Takes a turn also without one: a call waits before
   * anything of its body is read. Throws `tooManyCalls`.
   */
  identify(token: string | null, arrival: Arrival): Promise<SessionHolder | null>;
  /** The holder of an API key. Throws `keyInvalid`, and `tooManyCalls`. */
  identifyKey(key: string, arrival: Arrival): Promise<SessionHolder>;
  /** Answers a call in its turn. Throws `tooManyCalls`. */
  serve<Result>(holder: SessionHolder | null, arrival: Arrival, answer: () => Promise<Result>): Promise<Result>;
}

/**
 * Identifies callers and schedules their calls: users and addresses are served concurrently, however many calls one of
 * them makes at once. Calls take turns before the first database query, including the one that identifies the caller,
 * and the time of all their queries is charged (`paidBy`).
 */
export interface Callers extends Turn {
  /** The same for calls about alarms, for which places and shares are kept. */
  readonly aboutAlarms: Turn;
  /** The same for calls that wait for a service elsewhere: a slow one keeps no other call of its user waiting. */
  readonly elsewhere: Turn;
  /** The same for reports about alarms: answers from the same address do not wait for the turns of these. */
  readonly reports: Turn;
  /** Whose token or API key it was last time; undefined: nobody's. */
  userOf(secret: string | null): number | undefined;
  /** Like `identify`, for a live connection. */
  identifyLive(token: string, arrival: Arrival): Promise<SessionHolder | null>;
  /** Asks the database for a live subscription, about alarms or not, in its turn. Throws `tooManyCalls`. */
  subscribe<Result>(holder: SessionHolder, ask: () => Promise<Result>, aboutAlarms: boolean): Promise<Result>;
}

export interface CallLimits {
  /** Calls that one user, or one address without a login, may make for long. */
  callsPerSecond: number;
  /** The database's time that one of them may use for long, milliseconds a second. */
  databasePerSecond: number;
  /** Whose connections the calls share. */
  engine: OpenDatabase['engine'];
}

/** A call takes two turns: one to identify the caller, one for the answer. */
const turnsPerCall = 2;
/** Burst in seconds of the rate: opening, searching and paging a console makes some tens of calls at once. */
const secondsAtOnce = 20;
const patienceMs = 10_000;
const unlimited = Number.POSITIVE_INFINITY;

/** Few of each at a time. How many work in the database at once, of all together, is `databaseWidth`. */
const userLimits = { width: unlimited, perKey: 4, waitingPerKey: 1_000, patienceMs } satisfies GateLimits;
/** One address may be a whole house whose consoles come back at once after a restart. */
const addressLimits = { width: 8, perKey: 4, waitingPerKey: 2_000, patienceMs } satisfies GateLimits;

/**
 * Wrong API keys of one address: as many at once as wrong passwords, and then one each second. They wait apart from
 * logins and sessions, and right keys use up nothing.
 */
const keyLimits = { ...addressLimits, rate: { perSecond: 1, atOnce: 100 } } satisfies GateLimits;
/** The screens of a shared login come back all at once, each with its subscriptions. */
const liveLimits = {
  width: unlimited,
  perKey: 4,
  waitingPerKey: 4_000,
  patienceMs: 60_000,
  rate: { perSecond: 40, atOnce: 2_000 },
} satisfies GateLimits;

/**
 * Statements and transactions of calls at once: those in progress delay an arriving alarm. The embedded database has one
 * connection, on which a call about an alarm comes after the few that are there already.
 */
const databaseWidth = {
  pglite: { calls: 2, alarms: 2, background: 2 },
  postgresql: { calls: 6, alarms: 4, background: 4 },
};

/** Where the bearers of known secrets wait, and those of others. */
interface Gates {
  users: FairGate;
  introductions: FairGate;
  accountOf: AccountOf;
}
type AccountOf = (payer: Payer, patienceMs?: number) => DatabaseAccount;
type Resolve = () => Promise<SessionHolder | null>;
type Find = (secret: string, arrival: Arrival, gates: Gates, resolve: Resolve) => Promise<SessionHolder | null>;

export function createCallers(
  sessions: Sessions,
  { callsPerSecond, databasePerSecond: msPerSecond, engine }: CallLimits,
): Callers {
  const perSecond = callsPerSecond * turnsPerCall;
  const rate = { perSecond, atOnce: perSecond * secondsAtOnce };
  const known = new KnownCallers();
  const introductions = new FairGate({ ...addressLimits, rate });
  const keyIntroductions = new FairGate(keyLimits);
  // A place is held while the database's time is waited for: alarms do not wait for one behind other subscriptions.
  const [live, liveAlarms] = [new FairGate(liveLimits), new FairGate(liveLimits)];
  const width = databaseWidth[engine];
  const background = new DatabaseShares({ width: width.background, msPerSecond });
  const accountsOf =
    (calls: DatabaseShares): AccountOf =>
    (payer, usual) => ({
      enter: (work, patience = usual) => (work === 'background' ? background : calls).enter(payer, patience),
    });
  const ordinary = accountsOf(new DatabaseShares({ width: width.calls, msPerSecond }));
  // All screens of a customer may ask for its alarms at once: they take turns, and no rate refuses them.
  const ofAlarms = accountsOf(new DatabaseShares({ width: width.alarms, msPerSecond: null }));

  const find: Find = async (secret, arrival, gates, resolve) => {
    const tokenHash = hashOfToken(secret);
    const user = known.get(tokenHash);
    const holder = await (user === undefined
      ? introduce(gates.introductions, arrival, resolve)
      : gates.users.pass(String(user.userId), () => paidBy(gates.accountOf(userPays(user)), resolve)));
    if (holder === null) known.forget(tokenHash);
    else known.remember(holder);
    return holder;
  };
  const turnOf = (accountOf: AccountOf): Turn => {
    const users = new FairGate({ ...userLimits, rate });
    const addresses = new FairGate({ ...addressLimits, rate });
    return createTurn(sessions, find, addresses, {
      bySession: { users, introductions, accountOf },
      byKey: { users, introductions: keyIntroductions, accountOf },
    });
  };
  return {
    ...turnOf(ordinary),
    aboutAlarms: turnOf(ofAlarms),
    elsewhere: turnOf(ordinary),
    reports: turnOf(ofAlarms),
    userOf: (secret) => (secret === null ? undefined : known.get(hashOfToken(secret))?.userId),
    identifyLive: (token, arrival) =>
      find(token, arrival, { users: liveAlarms, introductions, accountOf: ofAlarms }, () =>
        sessions.resolve(token, arrival),
      ),
    subscribe: ({ caller }, ask, aboutAlarms) => {
      const [gate, accountOf] = aboutAlarms ? [liveAlarms, ofAlarms] : [live, ordinary];
      const account = accountOf(userPays(caller), liveLimits.patienceMs);
      return gate.pass(String(caller.userId), () => paidBy(account, ask));
    },
  };
}

function createTurn(
  sessions: Sessions,
  find: Find,
  addresses: FairGate,
  { bySession, byKey }: Record<'bySession' | 'byKey', Gates>,
): Turn {
  const { users, accountOf } = bySession;
  return {
    identify: (token, arrival) =>
      token === null
        ? addresses.pass(countedAddress(arrival.address), async () => null)
        : find(token, arrival, bySession, () => sessions.resolve(token, arrival)),
    async identifyKey(key, arrival) {
      const holder = await find(key, arrival, byKey, () => sessions.resolveKey(key, arrival));
      if (holder === null) throw new AppError('keyInvalid');
      return holder;
    },
    serve: (holder, arrival, answer) => {
      const payer = holder === null ? addressPays(arrival) : userPays(holder.caller);
      const paid = () => paidBy(accountOf(payer), answer);
      return holder === null ? addresses.pass(payer.name, paid) : users.pass(String(holder.caller.userId), paid);
    },
  };
}

/**
 * A made-up token costs its address, a real one nothing: all users behind an address have to get through. What the
 * database does about them is the same for each, and charged to nobody.
 */
async function introduce(gate: FairGate, arrival: Arrival, resolve: Resolve): Promise<SessionHolder | null> {
  const address = countedAddress(arrival.address);
  const holder = await gate.pass(address, resolve);
  if (holder !== null) gate.refund(address);
  return holder;
}

const userPays = ({ userId, payingCustomer }: KnownCaller): Payer => ({
  name: `user ${userId}`,
  customer: payingCustomer === null ? `user ${userId}` : `customer ${payingCustomer}`,
});

const addressPays = ({ address }: Arrival): Payer => {
  const name = countedAddress(address);
  return { name, customer: name };
};

/** For calls that need no turn. */
export const unqueuedCallers: Turn = {
  identify: async () => null,
  identifyKey: () => Promise.reject(new AppError('notForPrograms')),
  serve: (_holder, _arrival, answer) => answer(),
};
