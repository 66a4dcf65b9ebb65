import { knownBrowserLimit, loginLimits } from '#domain/accounts/login-limits.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AttemptLimit, AttemptLimits } from '../../platform/limits/attempt-limits.ts';
import { FairGate } from '../../platform/limits/fair-gate.ts';
import { countedAddress } from '../../platform/net/address.ts';

/** Outcome of a login attempt. */
export type LoginOutcome<T> =
  | { is: 'in'; value: T }
  /** Counts as a guess. */
  | { is: 'wrong'; code: 'loginFailed' | 'twoFactorWrong' }
  /** The password was right, and a further step is missing. */
  | { is: 'incomplete'; code: 'twoFactorRequired' };

/** Origin of a login attempt. */
export interface LoginOrigin {
  /** An IP address. */
  address: string;
  username: string;
  /** Identifies a browser that is known for this user; null: unknown browser. */
  knownBrowser: string | null;
}

/** Limits password guessing. */
export interface LoginLimiter {
  /**
   * Runs a login attempt. Throws `tooManyRequests` while the account or the address has to wait, and the error of the
   * outcome.
   */
  attempt<T>(origin: LoginOrigin, login: () => Promise<LoginOutcome<T>>): Promise<T>;
}

export interface HeldAccount {
  username: string;
  address: string;
  /** Unix milliseconds. */
  heldUntil: number;
}

const ofOneKey = { perKey: 1, waitingPerKey: 100, patienceMs: 10_000 } as const;
/** Logins in known browsers queue by user, the others by address. */
const loginGates = { known: { ...ofOneKey, width: 1 }, unknown: { ...ofOneKey, width: 2 } };

/**
 * Counts failures only, so that a ward behind one address is not locked out at the start of a shift. A browser that is
 * known for the user has its own limit and its own gate, so that neither a flood of wrong passwords nor its neighbours'
 * mistakes delay it. The gates are narrow, so that concurrent logins cannot bypass the failure count, and fair.
 * `onHeld` is called for an account that has to wait from now on, whether it exists or not.
 */
export function createLoginLimiter(
  attempts: AttemptLimits,
  onHeld: (held: HeldAccount) => Promise<void>,
): LoginLimiter {
  const known = new FairGate(loginGates.known);
  const unknown = new FairGate(loginGates.unknown);
  const inTurn = <T>({ address, username, knownBrowser }: LoginOrigin, work: () => Promise<T>) =>
    knownBrowser === null ? unknown.pass(countedAddress(address), work) : known.pass(username, work);
  return {
    attempt: (origin, login) =>
      inTurn(origin, async () => {
        const { own, shared } = limitsOf(origin);
        const all = [...own, ...shared];
        if ((await attempts.heldUntil(all)) !== null) throw new AppError('tooManyRequests');
        const outcome = await login();
        if (outcome.is === 'wrong') {
          const held = await attempts.fail(all);
          const ofUser = held.find(({ limit }) => own.includes(limit));
          const { username, address } = origin;
          if (ofUser !== undefined) await onHeld({ username, address, heldUntil: ofUser.heldUntil });
        }
        if (outcome.is !== 'in') throw new AppError(outcome.code);
        await attempts.forget(own);
        return outcome.value;
      }),
  };
}

/** `own`: counted by user, and cleared by the right password. `shared`: counted for everybody at the address. */
function limitsOf({ username, address, knownBrowser }: LoginOrigin): Record<'own' | 'shared', AttemptLimit[]> {
  if (knownBrowser !== null) return { own: [knownBrowserLimit(username, knownBrowser)], shared: [] };
  const limits = loginLimits(username, address);
  return { own: [limits.pair, limits.account], shared: [limits.address] };
}
