import type { api } from '@varde/contract/api';
import { findByLink, useUpLink } from '#domain/accounts/account-links.ts';
import { requestAccountMail } from '#domain/accounts/account-requests.ts';
import { endKeys } from '#domain/accounts/api-keys.ts';
import { askingLimit, loginLimits } from '#domain/accounts/login-limits.ts';
import { acceptInvitation, markValidated } from '#domain/accounts/own-account.ts';
import { setPassword } from '#domain/accounts/set-password.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordOwn } from './record-own.ts';

type Names = 'forgotPassword' | 'resetPassword' | 'resendVerification';

/** Account recovery for users who are not logged in. */
export function recoveryHandlers(dependencies: AccountDependencies): Pick<Handlers<(typeof api)['account']>, Names> {
  const { db, clock, attempts, sessions } = dependencies;
  const ask = askForMail(dependencies);
  return {
    forgotPassword: async ({ params: { username } }, _caller, { request }) =>
      ask('resetPassword', username, request.arrival.address),

    resendVerification: async ({ body: username }, _caller, { request }) =>
      ask('validateEmail', username, request.arrival.address),

    async resetPassword({ body: { token, password } }, _caller, { request }) {
      const user = await findByLink(db, token, clock.now());
      if (user === null) throw new AppError('linkInvalid');
      const at = clock.now();
      const by = { userId: user.userId, address: request.arrival.address, context: 'PROFFWEB' as const };
      await setPassword(db, user, { password, at, address: request.arrival.address }, async (tx) => {
        if (!(await useUpLink(tx, token))) throw new AppError('linkInvalid');
        if (!(await acceptInvitation(tx, user.userId))) throw new AppError('linkInvalid');
        await markValidated(tx, user.userId, at); // the link was sent to this address
        const keys = await endKeys(tx, user.userId, { at: new Date(at) });
        const keyIds = keys.map(({ keyId }) => keyId);
        await recordOwn(tx, by, 'user.passwordReset', at, keys.length === 0 ? {} : { before: { keyIds } });
      });
      await sessions.endAll(user.userId, null);
      const { pair, account } = loginLimits(user.username, request.arrival.address);
      await attempts.forget([pair, account]);
      return {};
    },
  };
}

/** Same answer in the same time for every username: a job looks up the account later. */
function askForMail({ db, clock, attempts }: AccountDependencies) {
  return async (kind: 'resetPassword' | 'validateEmail', username: string, address: string) => {
    await attempts.take([askingLimit(address)]);
    await requestAccountMail(db, { kind, username, address, at: clock.now() });
    return {};
  };
}
