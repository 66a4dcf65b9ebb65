import { AppError } from '../app-error.ts';
import { FairGate, type GateLimits } from '../limits/fair-gate.ts';
import { countedAddress } from '../net/address.ts';
import { hashOfToken } from '../secrets/tokens.ts';
import type { Arrival } from './arrival.ts';
import type { SessionHolder, Sessions } from './sessions.ts';

/**
 * Identifies callers and schedules their calls: users and addresses are served concurrently, however many calls one of
 * them makes at once. Calls take turns before the first database query, including the one that identifies the caller.
 */
export interface Callers {
  /** Whose token or API key it was last time; undefined: nobody's. */
  userOf(secret: string | null): number | undefined;
  /**
   * The holder of the token that came with a request, or null. Takes a turn also without one: a call waits before
   * anything of its body is read. Throws `tooManyCalls`.
   */
  identify(token: string | null, arrival: Arrival): Promise<SessionHolder | null>;
  /** The holder of an API key. Throws `keyInvalid`, and `tooManyCalls`. */
  identifyKey(key: string, arrival: Arrival): Promise<SessionHolder>;
  /** Answers a call in its turn. Throws `tooManyCalls`. */
  serve<Result>(holder: SessionHolder | null, arrival: Arrival, answer: () => Promise<Result>): Promise<Result>;
  /** Asks the database for a live subscription in its turn. Throws `tooManyCalls`. */
  subscribe<Result>(holder: SessionHolder, ask: () => Promise<Result>): Promise<Result>;
}

export interface CallLimits {
  /** Calls that one user, or one address without a login, may make for long. */
  callsPerSecond: number;
}

/** A call takes two turns: one to identify the caller, one for the answer. */
const turnsPerCall = 2;
/** Burst in seconds of the rate: opening, searching and paging a console makes some tens of calls at once. */
const secondsAtOnce = 20;
const patienceMs = 10_000;

/** Few at a time, in total and of each: calls in progress delay an arriving alarm. */
const userLimits = { width: 8, perKey: 4, waitingPerKey: 100, patienceMs } satisfies GateLimits;
/** One address may be a whole house whose consoles come back at once after a restart. */
const addressLimits = { width: 8, perKey: 4, waitingPerKey: 2_000, patienceMs } satisfies GateLimits;

/**
 * Wrong API keys of one address: as many at once as wrong passwords, and then one each second. They wait apart from
 * logins and sessions, and right keys use up nothing.
 */
const keyLimits = { ...addressLimits, rate: { perSecond: 1, atOnce: 100 } } satisfies GateLimits;
/** The screens of a shared login come back all at once, each with its subscriptions. */
const subscriptionLimits = {
  width: 8,
  perKey: 4,
  waitingPerKey: 4_000,
  patienceMs: 60_000,
  rate: { perSecond: 40, atOnce: 1_000 },
} satisfies GateLimits;

/** Recently found sessions, so that a token tells whose turn it takes. Losing an entry costs nothing. */
const rememberedTokens = 10_000;

type Resolve = () => Promise<SessionHolder | null>;

export function createCallers(sessions: Sessions, { callsPerSecond }: CallLimits): Callers {
  const perSecond = callsPerSecond * turnsPerCall;
  const rate = { perSecond, atOnce: perSecond * secondsAtOnce };
  const users = new FairGate({ ...userLimits, rate });
  const addresses = new FairGate({ ...addressLimits, rate });
  const introductions = new FairGate({ ...addressLimits, rate });
  const keyIntroductions = new FairGate(keyLimits);
  const subscriptions = new FairGate(subscriptionLimits);
  const known = new Map<string, number>();

  /** A made-up token costs its address, a real one nothing: all users behind an address have to get through. */
  const introduce = async (gate: FairGate, arrival: Arrival, resolve: Resolve): Promise<SessionHolder | null> => {
    const address = countedAddress(arrival.address);
    const holder = await gate.pass(address, resolve);
    if (holder !== null) gate.refund(address);
    return holder;
  };
  const remember = ({ tokenHash, caller }: SessionHolder) => {
    known.delete(tokenHash); // to the end, away from the next ones to be evicted
    known.set(tokenHash, caller.userId);
    const [oldest] = known.keys();
    if (known.size > rememberedTokens && oldest !== undefined) known.delete(oldest);
  };
  const find = async (secret: string, gate: FairGate, arrival: Arrival, resolve: Resolve) => {
    const tokenHash = hashOfToken(secret);
    const userId = known.get(tokenHash);
    const holder =
      userId === undefined ? await introduce(gate, arrival, resolve) : await users.pass(String(userId), resolve);
    if (holder === null) known.delete(tokenHash);
    else remember(holder);
    return holder;
  };
  return {
    userOf: (secret) => (secret === null ? undefined : known.get(hashOfToken(secret))),
    identify: (token, arrival) =>
      token === null
        ? addresses.pass(countedAddress(arrival.address), async () => null)
        : find(token, introductions, arrival, () => sessions.resolve(token, arrival)),
    async identifyKey(key, arrival) {
      const holder = await find(key, keyIntroductions, arrival, () => sessions.resolveKey(key, arrival));
      if (holder === null) throw new AppError('keyInvalid');
      return holder;
    },
    serve: (holder, arrival, answer) =>
      holder === null
        ? addresses.pass(countedAddress(arrival.address), answer)
        : users.pass(String(holder.caller.userId), answer),
    subscribe: (holder, ask) => subscriptions.pass(String(holder.caller.userId), ask),
  };
}

/** For calls that need no turn. */
export const unqueuedCallers: Pick<Callers, 'identify' | 'identifyKey' | 'serve'> = {
  identify: async () => null,
  identifyKey: () => Promise.reject(new AppError('notForPrograms')),
  serve: (_holder, _arrival, answer) => answer(),
};
