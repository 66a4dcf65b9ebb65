import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { unavailableChannels } from '#domain/notifications/working-channels.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { copyList, listOf, listsChanged, type Owned, showList } from './change-list.ts';
import { householdOf, isSameList } from './household.ts';
import { openedDevice } from './opened-device.ts';

export interface EventSetupDependencies extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock' | 'working'> {
  /** From which Varde sends SMS and calls, in E.164. */
  ownNumbers: readonly string[];
  /** Base address of links. */
  consoleUrl: string;
}

/** Reads and changes the list of a device, for its present wearer. */
export function deviceLists({ db, bus, clock, working, ownNumbers, consoleUrl }: EventSetupDependencies) {
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
    const household = await shownHousehold(tx, device, owned, caller);
    const shown = { ...(await showList(tx, owned, caller)), ...useOf(device, caller), unavailable };
    return { deviId, deviceName, household, ...shown };
  };
  const shownHousehold = async (tx: Database, device: DeviceRecord, owned: Owned, caller: Caller) => {
    const others = await householdOf(tx, device, caller);
    const own = others.length > 0 && (await listOf(tx, owned));
    const shown = [];
    for (const other of others) {
      const { rev, ...list } = await listOf(tx, await ownedBy(tx, other, caller));
      const { deviId, deviceName } = other;
      shown.push({ deviId, deviceName, rev, isSame: own && isSameList(list, own, caller, device.custId) });
    }
    return shown;
  };
  const change = (
    caller: Caller,
    deviId: number,
    work: (tx: Database, owned: Owned, device: DeviceRecord) => Promise<void>,
    also: readonly number[] = [],
  ) =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      // In the order of their numbers, which prevents deadlocks.
      for (const each of [deviId, ...also].toSorted((a, b) => a - b))
        await lockDevice(tx, caller.scopeOf('EVENT_SETUP'), each);
      const { device, owned } = await opened(tx, caller, deviId, lockDevice);
      await work(tx, owned, device);
      changes.publish(await listsChanged(tx, owned));
      return present(tx, device, owned, caller);
    });

  /** Saves the list of a device for others of its household too, which are locked already. */
  const copyToHousehold = async (
    tx: Database,
    { device, owned }: { device: DeviceRecord; owned: Owned },
    alsoFor: readonly { deviId: number; rev: number }[],
    caller: Caller,
  ): Promise<void> => {
    if (alsoFor.length === 0) return;
    const [from, household] = [await listOf(tx, owned), await householdOf(tx, device, caller)];
    for (const { deviId, rev } of alsoFor) {
      const other = household.find((each) => each.deviId === deviId);
      if (other === undefined) throw new AppError('notFound');
      await copyList(tx, await ownedBy(tx, other, caller), { from, device: other, rev }, caller);
    }
  };
  return { opened, present, change, copyToHousehold };
}

/** What the caller may do with the list of a device. */
export function useOf({ custId }: DeviceRecord, { acting }: Caller): { mayEdit: boolean; mayTest: boolean } {
  const mayEdit = acting.may('EVENT_SETUP', custId);
  return { mayEdit, mayTest: mayEdit && acting.may('CONTROL_CALLING', custId) };
}
