import type { api } from '@varde/contract/api';
import type { HandlerOutput } from '@varde/contract/endpoint';
import { mayLookUp } from '#domain/addresses/may-look-up.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { lockTree, saveAddressLookup } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { mayEdit } from './policy.ts';
import { requireCustomer } from './show-customer.ts';

type Shown = HandlerOutput<(typeof api)['customers']['getAddressLookup']>;

export type AddressLookupCall = 'getAddressLookup' | 'saveAddressLookup';

/** Whether places of a customer may be told to an address service, and words that are typed to find one. */
export function addressLookupHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<Handlers<(typeof api)['customers']>, AddressLookupCall> {
  const present = async (tx: Database, caller: Caller, custId: number): Promise<Shown> => {
    const { customer } = await requireCustomer(tx, caller, custId);
    await reachAll(tx); // the customers above it decide
    const above = customer.parentId === null || (await mayLookUp(tx, customer.parentId));
    const { addressLookup } = customer;
    const own = addressLookup === null ? 'inherited' : wordOf(addressLookup);
    return { own, above: wordOf(above), mayEdit: mayEdit(caller.acting, customer) };
  };
  return {
    getAddressLookup: ({ params: { custId } }, caller) => db.transaction((tx) => present(tx, caller, custId)),

    saveAddressLookup: ({ params: { custId }, body: { own } }, caller) =>
      db.transaction(async (tx) => {
        await lockTree(tx);
        const before = await present(tx, caller, custId);
        if (!before.mayEdit) throw new AppError('notAllowed');
        if (before.own === own) return before;
        await saveAddressLookup(tx, custId, own === 'inherited' ? null : own === 'allowed');
        await recordAudit(tx, {
          ...{ action: 'customer.changed', at: new Date(clock.now()), by: caller, custId },
          subject: { kind: 'customer', id: custId },
          ...{ before: { addressLookup: before.own }, after: { addressLookup: own } },
        });
        return { ...before, own };
      }),
  };
}

const wordOf = (allowed: boolean): Shown['above'] => (allowed ? 'allowed' : 'forbidden');
