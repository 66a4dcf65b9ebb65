import type { api } from '@varde/contract/api';
import { endKeys } from '#domain/accounts/api-keys.ts';
import { presentKeysOf } from '#domain/accounts/present-api-keys.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { changeUser, requireAbility, requireUser } from './change-user.ts';

type Names = 'listUserApiKeys' | 'endUserApiKey';

/** The keys of another user's programs, for whoever may edit that user. */
export function userApiKeyHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): Pick<Handlers<(typeof api)['users']>, Names> {
  return {
    async listUserApiKeys({ params: { userId } }, caller) {
      const record = await requireUser(db, caller, userId);
      await requireAbility(db, caller, record, 'edit');
      return { keys: await presentKeysOf(db, userId) };
    },

    async endUserApiKey({ params: { userId, keyId } }, caller) {
      await changeUser({ db, bus, clock, caller, userId, ability: 'edit' }, async (tx, _record, at) => {
        const [ended] = await endKeys(tx, userId, { at, keyIds: [keyId] });
        if (ended === undefined) throw new AppError('notFound');
        return { action: 'apiKey.ended', before: { keyId, keyName: ended.name } };
      });
      return { keys: await presentKeysOf(db, userId) };
    },
  };
}
