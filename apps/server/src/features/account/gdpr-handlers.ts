import type { api } from '@varde/contract/api';
import { requestAccountMail } from '#domain/accounts/account-requests.ts';
import { acceptGdpr } from '#domain/accounts/own-account.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { mailTexts } from '#domain/messages/render-mail.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordOwn } from './record-own.ts';

/** The privacy text: public, sent by mail on request, accepted once by each user. */
export function gdprHandlers({
  db,
  bus,
  clock,
  loginNotice,
}: AccountDependencies): Pick<Handlers<(typeof api)['account']>, 'getLoginText' | 'sendGdprEmail' | 'acceptGdpr'> {
  const gdpr = Object.fromEntries(
    Object.entries(mailTexts).map(([language, texts]) => [language, [...texts.gdpr.lines]]),
  );
  return {
    getLoginText: async () => ({ notice: loginNotice, gdpr }),

    async sendGdprEmail(_input, { username, address }) {
      await requestAccountMail(db, { kind: 'gdpr', username, address, at: clock.now() });
      return {};
    },

    async acceptGdpr({ body }, caller) {
      if (body.username !== caller.username) throw new AppError('notAllowed');
      await commitAndPublish({ db, bus }, async (tx, changes) => {
        if (!(await acceptGdpr(tx, caller.userId, clock.now()))) return;
        await recordOwn(tx, caller, 'user.gdprAccepted', clock.now());
        changes.publish({ type: 'rights', userId: caller.userId, custIds: [] });
      });
      return {};
    },
  };
}
