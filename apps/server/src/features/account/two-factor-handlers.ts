import type { api } from '@varde/contract/api';
import { findAccount } from '#domain/accounts/own-account.ts';
import {
  createTwoFactorSecret,
  removeTwoFactor,
  renewRecoveryCodes,
  stepOfCode,
  twoFactorUri,
} from '#domain/accounts/two-factor.ts';
import {
  beginTwoFactor,
  countRecoveryCodes,
  isTwoFactorRequired,
  turnTwoFactorOn,
} from '#domain/accounts/two-factor-setup.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { AppError } from '#platform/app-error.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AttemptLimit } from '#platform/limits/attempt-limits.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { requireOwnPassword } from './own-password.ts';
import { recordOwn } from './record-own.ts';

type Names = 'getTwoFactor' | 'beginTwoFactor' | 'confirmTwoFactor' | 'renewRecoveryCodes' | 'endTwoFactor';

const guessesOf = (userId: number): AttemptLimit[] => [
  { key: `confirm code ${userId}`, free: 8, longestPauseMs: 3_600_000 },
];

/** The second step of the login: an authenticator app, and recovery codes for a lost phone. */
export function twoFactorHandlers(dependencies: AccountDependencies): Pick<Handlers<(typeof api)['account']>, Names> {
  const { db, clock, sessions, twoFactorRoles } = dependencies;
  const confirm = confirmCode(dependencies);
  return {
    async getTwoFactor(_input, { userId }) {
      const account = await findAccount(db, userId);
      return {
        since: epoch(account?.twoFactorSince ?? null),
        recoveryCodesLeft: await countRecoveryCodes(db, userId),
        required: await isTwoFactorRequired(db, userId, twoFactorRoles),
      };
    },

    async beginTwoFactor({ body: { password } }, { userId }) {
      const { username } = await requireOwnPassword(dependencies, userId, password, 'password');
      const secret = createTwoFactorSecret();
      await beginTwoFactor(db, userId, secret);
      return { secret, uri: twoFactorUri(secret, username) };
    },

    async confirmTwoFactor({ body: { code } }, caller, { request }) {
      const { userId, address } = caller;
      const { step, secret, account } = await confirm(userId, code);
      const at = clock.now();
      const codes = await db.transaction(async (tx) => {
        await turnTwoFactorOn(tx, { userId, secret, step, at });
        await recordOwn(tx, caller, 'user.twoFactorOn', at);
        const { username: to, language } = account;
        await queueMail(tx, { to, language, template: 'twoFactorOn', values: { at, address }, at });
        return renewRecoveryCodes(tx, userId);
      });
      await sessions.endAll(userId, request.sessionHolder?.tokenHash ?? null);
      return { recoveryCodes: codes };
    },

    async renewRecoveryCodes({ body: { password } }, caller) {
      const { userId, address } = caller;
      const account = await requireOwnPassword(dependencies, userId, password, 'password');
      if (account.twoFactorSecret === null) throw new AppError('notFound');
      const at = clock.now();
      const codes = await db.transaction(async (tx) => {
        await recordOwn(tx, caller, 'user.recoveryCodesRenewed', at);
        const { username: to, language } = account;
        await queueMail(tx, { to, language, template: 'recoveryCodesRenewed', values: { at, address }, at });
        return renewRecoveryCodes(tx, userId);
      });
      return { recoveryCodes: codes };
    },

    async endTwoFactor({ body: { password } }, caller) {
      const { userId, address } = caller;
      const { username: to, language } = await requireOwnPassword(dependencies, userId, password, 'password');
      if (await isTwoFactorRequired(db, userId, twoFactorRoles)) throw new AppError('notAllowed');
      const at = clock.now();
      await db.transaction(async (tx) => {
        await removeTwoFactor(tx, userId);
        await recordOwn(tx, caller, 'user.twoFactorOff', at);
        await queueMail(tx, { to, language, template: 'twoFactorOff', values: { at, address }, at });
      });
      return {};
    },
  };
}

/** Checks a code against the secret that was displayed last. */
function confirmCode({ db, clock, attempts }: AccountDependencies) {
  return async (userId: number, code: string) => {
    const guesses = guessesOf(userId);
    await attempts.take(guesses);
    const account = await findAccount(db, userId);
    const secret = account?.twoFactorPending ?? null;
    if (account === undefined || secret === null) throw new AppError('notFound');
    const step = await stepOfCode({ secret, code: code.replaceAll(/\s/g, ''), after: null }, clock.now());
    if (step === null) throw new AppError('validationFailed', [{ path: 'code', message: 'wrong' }]);
    await attempts.forget(guesses);
    return { step, secret, account };
  };
}
