import { AppError } from '#platform/app-error.ts';
import type { AttemptLimit } from '#platform/limits/attempt-limits.ts';
import { countedAddress } from '#platform/net/address.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';

const minute = 60_000;

/** Attempts of one address, each limited, because each costs work, sends mail or guesses a code. */
const limits: Record<'check' | 'code' | 'register', Omit<AttemptLimit, 'key'>> = {
  check: { free: 200, longestPauseMs: 15 * minute },
  code: { free: 30, longestPauseMs: 60 * minute },
  register: { free: 20, longestPauseMs: 60 * minute },
};

export type Limited = keyof typeof limits;

/**
 * Counts one attempt. Throws `registrationClosed` where registration is closed, and `tooManyRequests` for an address
 * over its limit.
 */
export async function countAttempt(
  { attempts, mode }: Pick<RegistrationDependencies, 'attempts' | 'mode'>,
  what: Limited,
  ip: string,
): Promise<void> {
  requireOpen(mode);
  await attempts.take([{ ...limits[what], key: `registration ${what} ${countedAddress(ip)}` }]);
}

export function requireOpen(mode: RegistrationDependencies['mode']): void {
  if (mode === 'closed') throw new AppError('registrationClosed');
}
