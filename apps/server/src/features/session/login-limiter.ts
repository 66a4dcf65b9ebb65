import type { FastifyRequest } from 'fastify';
import { loginLimits } from '../../platform/accounts/login-limits.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AttemptLimits } from '../../platform/attempt-limits.ts';
import { createGate } from './gate.ts';

/** What became of a login. */
export type LoginOutcome<T> =
  | { is: 'in'; value: T }
  /** Counts as a guess. */
  | { is: 'wrong'; code: 'loginFailed' | 'twoFactorWrong' }
  /** The password was right, and something else is missing. */
  | { is: 'incomplete'; code: 'twoFactorRequired' | 'emailNotValidated' };

/** Holds back whoever guesses passwords. */
export interface LoginLimiter {
  /** Runs a login. Throws `tooManyRequests` while the account or the address has to wait, and what the outcome says. */
  attempt<T>(
    request: Pick<FastifyRequest, 'ip'>,
    username: string,
    login: () => Promise<LoginOutcome<T>>,
  ): Promise<T>;
}

export interface HeldAccount {
  username: string;
  address: string;
  /** Unix milliseconds. */
  heldUntil: number;
}

/**
 * Only failures count, so that a ward behind one address is not locked out when the shift begins. Logins walk
 * through a narrow gate, so that many at once neither slip past the count nor take the processor from alarms.
 * `onHeld` hears of an account that has to wait from now on, whether it exists or not.
 */
export function createLoginLimiter(
  attempts: AttemptLimits,
  onHeld: (held: HeldAccount) => Promise<void>,
): LoginLimiter {
  const gate = createGate({ width: 2, waiting: 100 });
  return {
    attempt: ({ ip }, username, login) =>
      gate.pass(async () => {
        const { pair, account, address } = loginLimits(username, ip);
        if ((await attempts.heldUntil([pair, account, address])) !== null)
          throw new AppError('tooManyRequests');
        const outcome = await login();
        if (outcome.is === 'wrong') {
          const held = await attempts.fail([pair, account, address]);
          const own = held.find(({ limit }) => limit !== address);
          if (own !== undefined) await onHeld({ username, address: ip, heldUntil: own.heldUntil });
        }
        if (outcome.is !== 'in') throw new AppError(outcome.code);
        await attempts.forget([pair, account]);
        return outcome.value;
      }),
  };
}
