import { type Account, findAccount } from '#domain/accounts/own-account.ts';
import { AppError } from '#platform/app-error.ts';
import type { AttemptLimit } from '#platform/limits/attempt-limits.ts';
import { passwordMatches } from '#platform/secrets/passwords.ts';
import type { AccountDependencies } from './account-dependencies.ts';

/** Limits guesses of the current password from an open session. */
const guessesOf = (userId: number): AttemptLimit[] => [
  { key: `own password ${userId}`, free: 8, longestPauseMs: 3_600_000 },
];

/**
 * The account of a user who proves that they know its password. Throws `validationFailed` on `field` for a wrong
 * password, and `tooManyRequests` after too many guesses.
 */
export async function requireOwnPassword(
  { db, attempts }: Pick<AccountDependencies, 'db' | 'attempts'>,
  userId: number,
  password: string,
  field: 'password' | 'currentPassword',
): Promise<Account> {
  const guesses = guessesOf(userId);
  await attempts.take(guesses);
  const account = await findAccount(db, userId);
  if (account === undefined || !(await passwordMatches(account.passwordHash, password)))
    throw new AppError('validationFailed', [{ path: field, message: 'wrong' }]);
  await attempts.forget(guesses);
  return account;
}
