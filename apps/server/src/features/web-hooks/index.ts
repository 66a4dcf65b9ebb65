import type { AuditAction } from '@varde/catalogue/audit-actions';
import { mostWebHooks } from '@varde/contract/web-hook-form';
import { recordAudit } from '#domain/audit/audit.ts';
import { findCustomer } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import {
  addHook,
  listHooks,
  lockHooks,
  queueTest,
  removeHook,
  replayDelivery,
} from '#domain/web-hooks/hooks.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { FeatureOf } from '#platform/feature.ts';
import type { Caller } from '#platform/http/caller.ts';
import { forbiddenUrl } from '#platform/web-hook-sender.ts';

const policy = 'DEFAULT_SETTINGS_INTEGRATION';

interface Change {
  action: AuditAction;
  /** The address without its query, in which some receivers want a secret. */
  url: string;
}

interface WebHooksOptions extends Pick<FeatureDependencies, 'db' | 'clock'> {
  /** Private addresses and http are allowed. */
  inside: boolean;
}

/** Web hooks of customers (decision 0058). */
export function createWebHooksFeature({ db, clock, inside }: WebHooksOptions): FeatureOf<'webHooks'> {
  const require = async (tx: Database, caller: Caller, custId: number) => {
    if ((await findCustomer(tx, caller.scopeOf(policy), custId)) === undefined)
      throw new AppError('notFound');
  };
  const present = async (tx: Database, caller: Caller, custId: number) => ({
    hooks: await listHooks(tx, custId),
    mayEdit: caller.acting.may(policy, custId),
  });
  const record = (tx: Database, by: Caller, custId: number, { action, url }: Change) =>
    recordAudit(tx, {
      ...{ action, by, custId, at: new Date(clock.now()), subject: { kind: 'customer', id: custId } },
      after: { url: withoutQuery(url) },
    });
  /** Changes a hook of the customer; the work returns whether there is something to record. */
  const change = (
    caller: Caller,
    { custId, hookId }: { custId: number; hookId: number },
    action: AuditAction,
    work: (tx: Database) => Promise<boolean>,
  ) =>
    db.transaction(async (tx) => {
      await require(tx, caller, custId);
      const hook = (await lockHooks(tx, custId)).find((one) => one.hookId === hookId);
      if (hook === undefined) throw new AppError('notFound');
      if (await work(tx)) await record(tx, caller, custId, { action, url: hook.url });
      return present(tx, caller, custId);
    });
  return {
    group: 'webHooks',
    handlers: {
      listWebHooks: ({ params: { custId } }, caller) =>
        db.transaction(async (tx) => {
          await require(tx, caller, custId);
          return present(tx, caller, custId);
        }),

      async addWebHook({ params: { custId }, body: { url, events } }, caller) {
        const forbidden = forbiddenUrl(url, inside);
        if (forbidden !== null) throw new AppError('validationFailed', [{ path: 'url', message: forbidden }]);
        return db.transaction(async (tx) => {
          await require(tx, caller, custId);
          if ((await lockHooks(tx, custId)).length >= mostWebHooks)
            throw new AppError('validationFailed', [{ path: 'url', message: 'is one too many' }]);
          const { hookId, secret } = await addHook(tx, { custId, url, events, at: new Date(clock.now()) });
          await record(tx, caller, custId, { action: 'webHook.added', url });
          const hook = (await listHooks(tx, custId)).find((one) => one.hookId === hookId);
          if (hook === undefined) throw new RangeError('a hook was not added');
          return { hook, secret };
        });
      },

      removeWebHook: ({ params }, caller) =>
        change(caller, params, 'webHook.removed', async (tx) => {
          await removeHook(tx, params.hookId);
          return true;
        }),

      testWebHook: ({ params }, caller) =>
        change(caller, params, 'webHook.tested', (tx) => queueTest(tx, params.hookId, new Date(clock.now()))),

      replayWebHook: ({ params }, caller) =>
        change(caller, params, 'webHook.replayed', async (tx) => {
          const { hookId, deliveryId } = params;
          const replayed = await replayDelivery(tx, { hookId, deliveryId, at: new Date(clock.now()) });
          if (replayed === null) throw new AppError('notFound');
          return true;
        }),
    },
  };
}

const withoutQuery = (text: string): string => {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`;
};
