import type { api } from '@varde/contract/api';
import { setPassword } from '#domain/accounts/set-password.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { requireOwnPassword } from './own-password.ts';
import { recordOwn } from './record-own.ts';

export function passwordHandlers(
  dependencies: AccountDependencies,
): Pick<Handlers<(typeof api)['account']>, 'changePassword'> {
  const { db, clock, sessions } = dependencies;
  return {
    async changePassword({ body: { currentPassword, password } }, caller, { request }) {
      const account = await requireOwnPassword(dependencies, caller.userId, currentPassword, 'currentPassword');
      const { address } = caller;
      await setPassword(db, account, { password, at: clock.now(), address }, (tx) =>
        recordOwn(tx, caller, 'user.passwordChanged', clock.now()),
      );
      await sessions.endAll(caller.userId, request.sessionHolder?.tokenHash ?? null);
      return {};
    },
  };
}
