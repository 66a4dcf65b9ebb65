import type { api } from '@varde/contract/api';
import { addKey, endKeys } from '#domain/accounts/api-keys.ts';
import { presentKeysOf } from '#domain/accounts/present-api-keys.ts';
import { queueMail } from '#domain/messages/queue-mail.ts';
import { AppError } from '#platform/app-error.ts';
import { createApiKey } from '#platform/http/api-key.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { requireOwnPassword } from './own-password.ts';
import { recordOwn } from './record-own.ts';

type Names = 'listApiKeys' | 'createApiKey' | 'endApiKey';

/** The keys with which programs call as the user (decision 0013). */
export function apiKeyHandlers(dependencies: AccountDependencies): Pick<Handlers<(typeof api)['account']>, Names> {
  const { db, clock } = dependencies;
  return {
    listApiKeys: async (_input, { userId, acting }) => ({
      keys: await presentKeysOf(db, userId),
      mayCreate: acting.mayAnywhere('ALARM_HANDLE'),
    }),

    async createApiKey({ body: { name, expiresAt, password } }, caller) {
      const { userId, context, address } = caller;
      const { username: to, language } = await requireOwnPassword(dependencies, userId, password, 'password');
      const at = clock.now();
      if (expiresAt !== null && expiresAt <= at)
        throw new AppError('validationFailed', [{ path: 'expiresAt', message: 'must be in the future' }]);
      const key = createApiKey();
      return db.transaction(async (tx) => {
        const keyId = await addKey(tx, {
          ...{ userId, name, context, keyHash: hashOfToken(key), createdAt: new Date(at) },
          expiresAt: expiresAt === null ? null : new Date(expiresAt),
        });
        await recordOwn(tx, caller, 'apiKey.created', at, { after: { keyId, keyName: name, expiresAt } });
        await queueMail(tx, { to, language, template: 'apiKeyCreated', values: { at, address, name }, at });
        return { key, keys: await presentKeysOf(tx, userId) };
      });
    },

    endApiKey: ({ params: { keyId } }, caller) =>
      db.transaction(async (tx) => {
        const at = clock.now();
        const [ended] = await endKeys(tx, caller.userId, { at: new Date(at), keyIds: [keyId] });
        if (ended === undefined) throw new AppError('notFound');
        await recordOwn(tx, caller, 'apiKey.ended', at, { before: { keyId, keyName: ended.name } });
        return { keys: await presentKeysOf(tx, caller.userId) };
      }),
  };
}
