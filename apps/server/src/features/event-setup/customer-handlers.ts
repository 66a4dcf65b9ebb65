import type { api } from '@varde/contract/api';
import phoneMetadata from 'libphonenumber-js/min/metadata';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { type CustomerRecord, findCustomer } from '#domain/customers/customers.ts';
import { unavailableChannels } from '#domain/notifications/working-channels.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import {
  askReceiver,
  listsChanged,
  type Owned,
  removeOwnList,
  saveOwnList,
  showList,
  showReceiverUsers,
} from './change-list.ts';
import type { EventSetupDependencies } from './device-lists.ts';
import { hashPins } from './hash-pins.ts';

type CustomerCall =
  | 'getCustomerEventSetup'
  | 'saveCustomerEventSetup'
  | 'deleteCustomerEventSetup'
  | 'listCustomerReceiverUsers'
  | 'askCustomerReceiver'
  | 'getCountries';
const policy = 'DEFAULT_SETTINGS_EVENT_SETUP';

/** The list of a customer, for all devices there and below without a list of their own. */
export function customerHandlers({
  db,
  bus,
  clock,
  working,
  ownNumbers,
  consoleUrl,
}: EventSetupDependencies): Pick<Handlers<(typeof api)['eventSetup']>, CustomerCall> {
  const unavailable = unavailableChannels(working);
  const require = async (tx: Database, caller: Caller, custId: number) => {
    const found = await findCustomer(tx, caller.scopeOf(policy), custId);
    if (found === undefined) throw new AppError('notFound');
    return found.customer;
  };
  const ownedBy = ({ custId }: CustomerRecord['customer'], by: Caller): Owned => ({
    owner: { custId },
    custId,
    audit: { at: new Date(clock.now()), by, custId, subject: { kind: 'customer', id: custId } },
    numbers: { ofDevice: null, ofVarde: ownNumbers },
    consoleUrl,
  });
  const present = async (tx: Database, customer: CustomerRecord['customer'], owned: Owned, caller: Caller) => {
    const { custId, firmName } = customer;
    const mayEdit = caller.acting.may(policy, custId);
    return { custId, customerName: firmName, ...(await showList(tx, owned, caller)), mayEdit, unavailable };
  };
  const change = (caller: Caller, custId: number, work: (tx: Database, owned: Owned) => Promise<void>) =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      const customer = await require(tx, caller, custId);
      const owned = ownedBy(customer, caller);
      await work(tx, owned);
      changes.publish(await listsChanged(tx, owned));
      return present(tx, customer, owned, caller);
    });
  return {
    getCustomerEventSetup: ({ params: { custId } }, caller) =>
      db.transaction(async (tx) => {
        const customer = await require(tx, caller, custId);
        const owned = ownedBy(customer, caller);
        await recordLook(tx, { action: 'eventSetup.read', ...owned.audit });
        return present(tx, customer, owned, caller);
      }),

    saveCustomerEventSetup: async ({ params: { custId }, body }, caller) => {
      const save = { body, pinHashes: await hashPins(body) };
      return change(caller, custId, (tx, owned) => saveOwnList(tx, owned, save, caller));
    },

    askCustomerReceiver: ({ params: { custId, receiverId } }, caller) =>
      change(caller, custId, (tx, owned) => askReceiver(tx, owned, receiverId)),

    deleteCustomerEventSetup: ({ params: { custId } }, caller) => change(caller, custId, removeOwnList),

    listCustomerReceiverUsers: ({ params: { custId }, query: { search } }, caller) =>
      db.transaction(async (tx) => {
        const owned = ownedBy(await require(tx, caller, custId), caller);
        return showReceiverUsers(tx, owned, caller, search);
      }),

    getCountries: async () => ({
      countries: Object.entries(phoneMetadata.country_calling_codes).flatMap(([code, regions]) =>
        regions.map((region) => ({ region, prefix: `+${code}` })),
      ),
    }),
  };
}
