import type { api } from '@varde/contract/api';
import { setPassword } from '#platform/accounts/set-password.ts';
import { AppError } from '#platform/app-error.ts';
import type { AttemptLimit } from '#platform/attempt-limits.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { passwordMatches } from '#platform/passwords.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordOwn } from './record-own.ts';
import { findAccount } from './store.ts';

/** Whoever sits down at an open console does not get to guess. */
const guessesOf = (userId: number): AttemptLimit[] => [
  { key: `own password ${userId}`, free: 8, longestPauseMs: 3_600_000 },
];

export function passwordHandlers({
  db,
  clock,
  attempts,
  sessions,
}: AccountDependencies): Pick<Handlers<(typeof api)['account']>, 'changePassword'> {
  return {
    async changePassword({ body }, caller, { request }) {
      const guesses = guessesOf(caller.userId);
      if ((await attempts.heldUntil(guesses)) !== null) throw new AppError('tooManyRequests');
      const account = await findAccount(db, caller.userId);
      if (account === undefined || !(await passwordMatches(account.passwordHash, body.currentPassword))) {
        await attempts.fail(guesses);
        throw new AppError('validationFailed', [{ path: 'currentPassword', message: 'wrong' }]);
      }
      await attempts.forget(guesses);
      const { address } = caller;
      await setPassword(db, account, { password: body.password, at: clock.now(), address }, (tx) =>
        recordOwn(tx, caller, 'user.passwordChanged', clock.now()),
      );
      await sessions.endAll(caller.userId, request.sessionHolder?.tokenHash ?? null);
      return {};
    },
  };
}
