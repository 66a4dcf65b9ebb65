import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@varde/catalogue/audit-actions';
import { kindsBelow } from '@varde/catalogue/customer-kinds';
import type { api } from '@varde/contract/api';
import type { LiveEvent } from '@varde/contract/events';
import { recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { createCustomer } from '#domain/customers/create-customer.ts';
import {
  type CustomerDetails,
  findCustomer,
  listAlarmCentres,
  listCustomers,
  lockTree,
  updateDetails,
} from '#domain/customers/customers.ts';
import { customersBelow } from '#domain/customers/customers-below.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { unlessTaken } from '#platform/database/unless-taken.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import type { AddressLookupCall } from './address-lookup-handlers.ts';
import { moveCustomer, requirePlace } from './arrange.ts';
import type { ImageCall } from './image-handlers.ts';
import type { NationalIntegrationCall } from './national-integration-handlers.ts';
import { mayArrange, mayEdit } from './policy.ts';
import type { PositionRetentionCall } from './position-retention-handlers.ts';
import { presentRow } from './present.ts';
import { requireCustomer, showCustomer } from './show-customer.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>;
type Group = Omit<
  Handlers<(typeof api)['customers']>,
  | ImageCall
  | AddressLookupCall
  | NationalIntegrationCall
  | PositionRetentionCall
  | 'listMessageCosts'
  | 'saveAlarmCentre'
>;

type Changes = { before?: Record<string, unknown>; after: Record<string, unknown> };

/**
 * Makes users with rights at these customers reconnect, since they now reach other customers, whose alarms would
 * otherwise arrive late.
 */
const reachChanged = (custIds: readonly (number | null)[]): LiveEvent => ({
  type: 'rights',
  userId: null,
  custIds: custIds.filter((custId) => custId !== null),
});

export function customerHandlers({ db, bus, clock }: Dependencies): Group {
  const record = (tx: Database, action: AuditAction, by: Caller, custId: number, changes: Changes) =>
    recordAudit(tx, {
      action,
      by,
      custId,
      at: new Date(clock.now()),
      subject: { kind: 'customer', id: custId },
      ...changes,
    });
  return {
    async listCustomers({ query }, caller) {
      const scope = caller.scopeOf('SUB_ORGS');
      if (query.parentId !== undefined) await requireCustomer(db, caller, query.parentId);
      const { page, nextCursor } = await listCustomers(db, scope, query);
      return {
        customers: page.map((row) => presentRow(row, caller)),
        nextCursor,
        rootKinds: mayArrange(caller.acting, null) ? kindsBelow(null) : [],
      };
    },

    getCustomer: ({ params: { custId } }, caller) => showCustomer(db, caller, custId),

    async createCustomer({ body }, caller) {
      const custId = await commitAndPublish({ db, bus }, async (tx, changes) => {
        await lockTree(tx);
        await requirePlace(tx, caller, body.parentId, body.kind);
        await requireAlarmCentre(tx, body.defaultAhp);
        let created = 0;
        await withFreeNumber(tx, async (inner) => {
          created = await createCustomer(inner, body);
        });
        await record(tx, 'customer.created', caller, created, { after: body });
        changes.publish(reachChanged([body.parentId]));
        return created;
      });
      // The caller's session was read before this root customer existed, so its scope includes it only when it is
      // global.
      return showCustomer(db, withNewCustomer(caller, custId, body.parentId), custId);
    },

    async updateCustomer({ params: { custId }, body }, caller) {
      await db.transaction(async (tx) => {
        await lockTree(tx);
        const { customer } = await requireCustomer(tx, caller, custId);
        if (!mayEdit(caller, customer)) throw new AppError('notAllowed');
        if (body.defaultAhp !== customer.defaultAhp) await requireAlarmCentre(tx, body.defaultAhp);
        const changed = changesOf(customer, body);
        if (changed === null) return;
        await withFreeNumber(tx, (inner) => updateDetails(inner, custId, body));
        await record(tx, 'customer.changed', caller, custId, changed);
      });
      return showCustomer(db, caller, custId);
    },

    async moveCustomer({ params: { custId }, body: { parentId } }, caller) {
      await commitAndPublish({ db, bus }, async (tx, { publish }) => {
        const { from } = await moveCustomer(tx, caller, custId, parentId);
        if (from === parentId) return;
        const changes = { before: { parentId: from }, after: { parentId } };
        await record(tx, 'customer.moved', caller, custId, changes);
        const custIds = await customersBelow(tx, custId);
        publish(reachChanged([from, parentId, ...custIds]), { type: 'notificationLists', custIds });
      });
      return showCustomer(db, caller, custId);
    },

    async listAlarmCentres() {
      return { alarmCentres: await listAlarmCentres(db) };
    },
  };
}

async function requireAlarmCentre(db: Database, defaultAhp: number | null): Promise<void> {
  if (defaultAhp === null) return;
  const centre = await findCustomer(db, 'all', defaultAhp);
  if (centre?.customer.kind !== 'partner' || !centre.customer.takesAlarms)
    throw new AppError('validationFailed', [{ path: 'defaultAhp', message: 'is no alarm centre' }]);
}

/** Throws on the field when another firm has the organisation number. */
async function withFreeNumber(tx: Database, work: (inner: Database) => Promise<unknown>): Promise<void> {
  if (await unlessTaken(tx, 'customers_org_number', work)) return;
  throw new AppError('orgNumberTaken', [{ path: 'orgNumber', message: 'is taken' }]);
}

/** The caller's rights were read before this customer existed: they are those at its parent. */
function withNewCustomer(caller: Caller, custId: number, parentId: number | null): Caller {
  if (parentId === null) return caller;
  const known: Caller = {
    ...caller,
    get acting() {
      return known;
    },
    may: (policy, asked) => caller.may(policy, asked === custId ? parentId : asked),
    scopeOf: (policy) => {
      const scope = caller.scopeOf(policy);
      return scope !== 'all' && scope.includes(parentId) ? [...scope, custId] : scope;
    },
  };
  return known;
}

/** The fields that differ, before and after; null without a difference. */
function changesOf(before: CustomerDetails, after: CustomerDetails) {
  const keys = (Object.keys(after) as (keyof CustomerDetails)[]).filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  );
  const only = (details: CustomerDetails) => Object.fromEntries(keys.map((key) => [key, details[key]]));
  return keys.length === 0 ? null : { before: only(before), after: only(after) };
}
