import type { api } from '@varde/contract/api';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { unavailableChannels } from '#domain/notifications/working-channels.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { createAttemptLimits } from '#platform/limits/attempt-limits.ts';
import {
  askReceiver,
  listOf,
  listsChanged,
  type Owned,
  recordListAudit,
  removeOwnList,
  saveOwnList,
  showList,
  showReceiverUsers,
} from './change-list.ts';
import { hashPins } from './hash-pins.ts';
import { openedDevice } from './opened-device.ts';
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

export interface EventSetupDependencies extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock' | 'working'> {
  /** From which Varde sends SMS and calls, in E.164. */
  ownNumbers: readonly string[];
  /** Base address of links. */
  consoleUrl: string;
}

/** The list of a device, for its present wearer. */
export function deviceHandlers({
  db,
  bus,
  clock,
  working,
  ownNumbers,
  consoleUrl,
}: EventSetupDependencies): Pick<Handlers<(typeof api)['eventSetup']>, DeviceCall> {
  const unavailable = unavailableChannels(working);
  const ownedBy = async (tx: Database, device: DeviceRecord, by: Caller) => ({
    owner: { assignmentId: await presentAssignmentId(tx, device.deviId), deviId: device.deviId },
    custId: device.custId,
    audit: { at: new Date(clock.now()), by, custId: device.custId, deviId: device.deviId },
    numbers: { ofDevice: device.formattedPhoneNumE164, ofVarde: ownNumbers },
    consoleUrl,
  });
  const opened = async (tx: Database, caller: Caller, deviId: number, find = findDevice) => {
    const device = openedDevice(caller, await find(tx, caller.scopeOf('EVENT_SETUP'), deviId));
    return { device, owned: await ownedBy(tx, device, caller) };
  };
  const present = async (tx: Database, device: DeviceRecord, owned: Owned, caller: Caller) => {
    const { deviId, deviceName } = device;
    return { deviId, deviceName, ...(await showList(tx, owned, caller)), ...useOf(device, caller), unavailable };
  };
  const change = (caller: Caller, deviId: number, work: (tx: Database, owned: Owned) => Promise<void>) =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      const { device, owned } = await opened(tx, caller, deviId, lockDevice);
      await work(tx, owned);
      changes.publish(await listsChanged(tx, owned));
      return present(tx, device, owned, caller);
    });
  const attempts = createAttemptLimits(db, clock);
  return {
    getEventSetup: ({ params: { deviId } }, caller) =>
      db.transaction(async (tx) => {
        const { device, owned } = await opened(tx, caller, deviId);
        await recordLook(tx, { action: 'eventSetup.read', ...owned.audit, deviId });
        return present(tx, device, owned, caller);
      }),

    saveEventSetup: async ({ params: { deviId }, body }, caller) => {
      const save = { body, pinHashes: await hashPins(body) };
      return change(caller, deviId, (tx, owned) => saveOwnList(tx, owned, save, caller));
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

/** What the caller may do with the list of a device. */
function useOf({ custId }: DeviceRecord, { acting }: Caller): { mayEdit: boolean; mayTest: boolean } {
  const mayEdit = acting.may('EVENT_SETUP', custId);
  return { mayEdit, mayTest: mayEdit && acting.may('CONTROL_CALLING', custId) };
}
