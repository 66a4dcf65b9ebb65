import { countedAddress } from '#platform/address.ts';
import type { AttemptLimit, AttemptLimits } from '#platform/attempt-limits.ts';

const minute = 60_000;

/** What one address may try and register: each is counted, because each costs work, mails or a guess at a code. */
const limits: Record<'check' | 'code' | 'register', Omit<AttemptLimit, 'key'>> = {
  check: { free: 200, longestPauseMs: 15 * minute },
  code: { free: 30, longestPauseMs: 60 * minute },
  register: { free: 20, longestPauseMs: 60 * minute },
};

export type Limited = keyof typeof limits;

/** Counts one more. Throws `tooManyRequests` for an address that has to wait. */
export async function countAttempt(attempts: AttemptLimits, what: Limited, ip: string): Promise<void> {
  await attempts.take([{ ...limits[what], key: `registration ${what} ${countedAddress(ip)}` }]);
}
