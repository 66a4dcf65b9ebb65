import type { api } from '@varde/contract/api';
import { recordLook } from '#domain/audit/audit-looks.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { lockDevice } from '#domain/devices/find-device.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { createAttemptLimits } from '#platform/limits/attempt-limits.ts';
import {
  askReceiver,
  listOf,
  type Owned,
  recordListAudit,
  removeOwnList,
  saveOwnList,
  showReceiverUsers,
} from './change-list.ts';
import { deviceLists, type EventSetupDependencies, useOf } from './device-lists.ts';
import { hashPins } from './hash-pins.ts';
import { recipientRights } from './recipient-rights.ts';
import { shownTest, testList, testsOf } from './test-list.ts';

type DeviceCall =
  | 'getEventSetup'
  | 'saveEventSetup'
  | 'deleteEventSetup'
  | 'listReceiverUsers'
  | 'sendEventSetupTest'
  | 'getEventSetupTest'
  | 'askReceiver';

/** The list of a device, for its present wearer. */
export function deviceHandlers({
  db,
  bus,
  clock,
  working,
  ownNumbers,
  consoleUrl,
}: EventSetupDependencies): Pick<Handlers<(typeof api)['eventSetup']>, DeviceCall> {
  const { opened, present, change, copyToHousehold } = deviceLists({ db, bus, clock, working, ownNumbers, consoleUrl });
  const attempts = createAttemptLimits(db, clock);
  return {
    getEventSetup: ({ params: { deviId } }, caller) =>
      db.transaction(async (tx) => {
        const { device, owned } = await opened(tx, caller, deviId);
        await recordLook(tx, { action: 'eventSetup.read', ...owned.audit, deviId });
        return present(tx, device, owned, caller);
      }),

    saveEventSetup: async ({ params: { deviId }, body: { alsoFor = [], ...body } }, caller) => {
      const save = { body, pinHashes: await hashPins(body) };
      const work = async (tx: Database, owned: Owned, device: DeviceRecord) => {
        await saveOwnList(tx, owned, save, caller);
        await copyToHousehold(tx, { device, owned }, alsoFor, caller);
      };
      const also = alsoFor.map((each) => each.deviId);
      return change(caller, deviId, work, also);
    },

    askReceiver: ({ params: { deviId, receiverId } }, caller) =>
      change(caller, deviId, (tx, owned) => askReceiver(tx, owned, receiverId)),

    deleteEventSetup: ({ params: { deviId } }, caller) => change(caller, deviId, removeOwnList),

    listReceiverUsers: ({ params: { deviId }, query: { search } }, caller) =>
      db.transaction(async (tx) => {
        const { owned } = await opened(tx, caller, deviId);
        return showReceiverUsers(tx, owned, caller, search);
      }),

    sendEventSetupTest: async ({ params: { deviId } }, caller) => {
      await attempts.take([testsOf(caller.userId)]);
      return db.transaction(async (tx) => {
        const { device, owned } = await opened(tx, caller, deviId, lockDevice);
        if (!useOf(device, caller).mayTest) throw new AppError('notAllowed');
        const { receivers } = await listOf(tx, owned);
        const { assignmentId } = owned.owner;
        const { deviceName, custId } = device;
        const tested = { assignmentId, deviceName, custId, receivers, at: owned.audit.at };
        const test = await testList(tx, tested, recipientRights(caller, custId));
        await recordListAudit(tx, owned, 'eventSetup.tested', { receiverCount: receivers.length });
        return test;
      });
    },

    getEventSetupTest: ({ params: { deviId } }, caller) =>
      db.transaction(async (tx) => {
        const { audit, owner, custId } = (await opened(tx, caller, deviId)).owned;
        await recordLook(tx, { action: 'eventSetup.read', ...audit, deviId });
        await reachAll(tx);
        return shownTest(tx, owner.assignmentId, recipientRights(caller, custId));
      }),
  };
}
