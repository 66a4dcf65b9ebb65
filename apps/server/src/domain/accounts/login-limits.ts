import type { AttemptLimit } from '#platform/limits/attempt-limits.ts';
import { countedAddress } from '#platform/net/address.ts';

const minute = 60_000;

/**
 * Limits of failures: for one account from one address, for one account from anywhere, from one address for any
 * account. The second is generous and its pauses are short, so that an attacker who knows a nurse's username cannot
 * lock her out.
 */
export function loginLimits(username: string, ip: string): Record<'pair' | 'account' | 'address', AttemptLimit> {
  const network = countedAddress(ip);
  return {
    pair: { key: `login ${network} ${username}`, free: 8, longestPauseMs: 60 * minute },
    account: { key: `login ${username}`, free: 60, longestPauseMs: 15 * minute },
    address: { key: `login ${network}`, free: 100, longestPauseMs: 15 * minute },
  };
}

/** Failures in a browser that is known for the account: counted separately from other origins. */
export const knownBrowserLimit = (username: string, nonce: string): AttemptLimit => ({
  key: `login browser ${nonce} ${username}`,
  free: 8,
  longestPauseMs: 60 * minute,
});

/** Limits the mails that one address may request, for any username. */
export const askingLimit = (ip: string): AttemptLimit => ({
  key: `ask ${countedAddress(ip)}`,
  free: 20,
  longestPauseMs: 15 * minute,
});
