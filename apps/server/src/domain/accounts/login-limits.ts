import { countedAddress } from '#platform/address.ts';
import type { AttemptLimit } from '#platform/attempt-limits.ts';

const minute = 60_000;

/**
 * Failures for one account from one address, for one account from anywhere, from one address for any account. The
 * second is generous and its pauses are short: an attacker who knows a nurse's address must not lock her out.
 */
export function loginLimits(
  username: string,
  ip: string,
): Record<'pair' | 'account' | 'address', AttemptLimit> {
  const network = countedAddress(ip);
  return {
    pair: { key: `login ${network} ${username}`, free: 8, longestPauseMs: 60 * minute },
    account: { key: `login ${username}`, free: 60, longestPauseMs: 15 * minute },
    address: { key: `login ${network}`, free: 100, longestPauseMs: 15 * minute },
  };
}

/** Failures in a browser that is known for the account: counted by themselves, whatever comes from elsewhere. */
export const knownBrowserLimit = (username: string, nonce: string): AttemptLimit => ({
  key: `login browser ${nonce} ${username}`,
  free: 8,
  longestPauseMs: 60 * minute,
});

/** Mails that one address may ask for, whatever the usernames. */
export const askingLimit = (ip: string): AttemptLimit => ({
  key: `ask ${countedAddress(ip)}`,
  free: 20,
  longestPauseMs: 15 * minute,
});
