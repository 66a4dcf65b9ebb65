import type { AuditAction } from '@varde/catalogue/audit-actions';
import { mostWebHooks, type WebHookEvent } from '@varde/contract/web-hook-form';
import { type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import { findCustomer } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import {
  addHook,
  changeHook,
  listHooks,
  lockHooks,
  queueTest,
  removeHook,
  replayDelivery,
} from '#domain/web-hooks/hooks.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { FeatureOf } from '#platform/feature.ts';
import { forbiddenUrl } from '#platform/net/guarded-post.ts';

const policy = 'DEFAULT_SETTINGS_INTEGRATION';

type Change = Pick<AuditEntry, 'action' | 'before' | 'after'>;

interface WebHooksOptions extends Pick<FeatureDependencies, 'db' | 'clock'> {
  /** Private addresses and http are allowed. */
  inside: boolean;
}

/** Web hooks of customers (decision 0036). */
export function createWebHooksFeature({ db, clock, inside }: WebHooksOptions): FeatureOf<'webHooks'> {
  const { require, present, record, lockHook, change } = hookCalls({ db, clock });
  return {
    group: 'webHooks',
    handlers: {
      listWebHooks: ({ params: { custId } }, caller) =>
        db.transaction(async (tx) => {
          await require(tx, caller, custId);
          return present(tx, caller, custId);
        }),

      async addWebHook({ params: { custId }, body: { url, events } }, caller) {
        requireAllowed(url, inside);
        return db.transaction(async (tx) => {
          await require(tx, caller, custId);
          if ((await lockHooks(tx, custId)).length >= mostWebHooks)
            throw new AppError('validationFailed', [{ path: 'url', message: 'is one too many' }]);
          const { hookId, secret } = await addHook(tx, { custId, url, events, at: new Date(clock.now()) });
          await record(tx, caller, custId, { action: 'webHook.added', after: recorded({ url }) });
          const hook = (await listHooks(tx, custId)).find((one) => one.hookId === hookId);
          if (hook === undefined) throw new RangeError('a hook was not added');
          return { hook, secret };
        });
      },

      async changeWebHook({ params, body: { url, events } }, caller) {
        requireAllowed(url, inside);
        return db.transaction(async (tx) => {
          const before = await lockHook(tx, caller, params);
          const after = await changeHook(tx, { hookId: params.hookId, url, events });
          await record(tx, caller, params.custId, {
            ...{ action: 'webHook.changed', before: recorded(before), after: recorded(after) },
          });
          return present(tx, caller, params.custId);
        });
      },

      removeWebHook: ({ params }, caller) =>
        change(caller, params, 'webHook.removed', async (tx) => {
          await removeHook(tx, params.hookId, new Date(clock.now()));
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

/** What the calls have in common. */
function hookCalls({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>) {
  const require = async (tx: Database, caller: Caller, custId: number) => {
    if ((await findCustomer(tx, caller.scopeOf(policy), custId)) === undefined) throw new AppError('notFound');
  };
  const present = async (tx: Database, caller: Caller, custId: number) => ({
    hooks: await listHooks(tx, custId),
    mayEdit: caller.acting.may(policy, custId),
  });
  const record = (tx: Database, by: Caller, custId: number, what: Change) =>
    recordAudit(tx, {
      ...{ by, custId, at: new Date(clock.now()), subject: { kind: 'customer', id: custId } },
      ...what,
    });
  /** Locks a hook of the customer. Throws `notFound`. */
  const lockHook = async (tx: Database, caller: Caller, { custId, hookId }: { custId: number; hookId: number }) => {
    await require(tx, caller, custId);
    const hook = (await lockHooks(tx, custId)).find((one) => one.hookId === hookId);
    if (hook === undefined) throw new AppError('notFound');
    return hook;
  };
  /** Does something with a hook of the customer; the work returns whether there is something to record. */
  const change = (
    caller: Caller,
    params: { custId: number; hookId: number },
    action: AuditAction,
    work: (tx: Database) => Promise<boolean>,
  ) =>
    db.transaction(async (tx) => {
      const { url } = await lockHook(tx, caller, params);
      if (await work(tx)) await record(tx, caller, params.custId, { action, after: recorded({ url }) });
      return present(tx, caller, params.custId);
    });
  return { require, present, record, lockHook, change };
}

function requireAllowed(url: string, inside: boolean): void {
  const forbidden = forbiddenUrl(url, inside);
  if (forbidden !== null) throw new AppError('validationFailed', [{ path: 'url', message: forbidden }]);
}

/** The address without its query, in which some receivers want a secret. */
function recorded({ url, events }: { url: string; events?: readonly WebHookEvent[] }) {
  const { origin, pathname } = new URL(url);
  return { url: `${origin}${pathname}`, ...(events && { events }) };
}
