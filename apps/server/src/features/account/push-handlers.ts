import { createECDH } from 'node:crypto';
import type { api } from '@varde/contract/api';
import type { Push } from '@varde/contract/push';
import { addBrowser, browsersOf, leaveBrowser, nameOfBrowser, removeBrowser } from '#domain/accounts/push-browsers.ts';
import { AppError } from '#platform/app-error.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { forbiddenUrl } from '#platform/net/guarded-post.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { recordOwn } from './record-own.ts';

type PushCall = 'getPush' | 'addPushBrowser' | 'removePushBrowser' | 'leavePushBrowser';

/** The browsers in which the user gets push messages. */
export function pushHandlers({
  db,
  clock,
  push,
}: AccountDependencies): Pick<Handlers<(typeof api)['account']>, PushCall> {
  const present = async (tx: Database, userId: number): Promise<Push> => ({
    publicKey: push && (await push.keys(tx)).publicKey,
    browsers: (await browsersOf(tx, userId)).map(
      ({ browserId, endpoint, userAgent, createdAt, lastSentAt, endsAtLogout }) => ({
        ...{ browserId, endpointHash: hashOfToken(endpoint), userAgent, endsAtLogout },
        ...{ createdAt: epoch(createdAt), lastSentAt: epoch(lastSentAt) },
      }),
    ),
  });
  return {
    getPush: (_input, { userId }) => present(db, userId),

    async addPushBrowser({ body: { keys, ...body } }, caller, { request }) {
      if (push === null) throw new AppError('pushUnavailable');
      requireAddress(body.endpoint, push.inside);
      requireKey(keys.p256dh);
      const userAgent = request.headers['user-agent']?.slice(0, 400) ?? null;
      return db.transaction(async (tx) => {
        const at = new Date(clock.now());
        const tokenHash = request.sessionHolder?.tokenHash ?? null;
        const { endpoint, endsAtLogout, former } = body;
        const browser = {
          ...{ userId: caller.userId, endpoint, former, ...keys, userAgent },
          ...{ endsAtLogout, tokenHash, at },
        };
        if (await addBrowser(tx, browser))
          await recordOwn(tx, caller, 'push.browserAdded', clock.now(), {
            after: { browser: nameOfBrowser(browser) },
          });
        return present(tx, caller.userId);
      });
    },

    removePushBrowser: ({ params: { browserId } }, caller) =>
      db.transaction(async (tx) => {
        if (!(await removeBrowser(tx, { userId: caller.userId, browserId }))) throw new AppError('notFound');
        await recordOwn(tx, caller, 'push.browserRemoved', clock.now());
        return present(tx, caller.userId);
      }),

    leavePushBrowser: ({ body: { endpoint } }, caller) =>
      db.transaction(async (tx) => {
        const left = await leaveBrowser(tx, { userId: caller.userId, endpoint });
        if (left) await recordOwn(tx, caller, 'push.browserRemoved', clock.now());
        return { left };
      }),
  };
}

/** Throws `validationFailed` unless the push service may be asked. */
function requireAddress(endpoint: string, inside: boolean): void {
  const message = forbiddenUrl(endpoint, inside);
  if (message !== null) throw new AppError('validationFailed', [{ path: 'endpoint', message }]);
}

/** Throws `validationFailed` unless it is a public key on P-256. */
function requireKey(p256dh: string): void {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(p256dh, 'base64url');
  } catch {
    throw new AppError('validationFailed', [{ path: 'keys.p256dh', message: 'is not a key' }]);
  }
}
