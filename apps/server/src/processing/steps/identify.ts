import { defaultBatteryThreshold } from '@varde/catalogue/battery';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import type { WarningFlag } from '@varde/catalogue/warning-flags';
import type { IdentityName } from '@varde/contract/events';
import { heldForAlarms } from '#domain/alarms/held-for-alarms.ts';
import { lockFreeAlarms } from '#domain/alarms/open-alarms.ts';
import type { AlarmRecord } from '#domain/alarms/present-alarm.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { textOfName } from '#domain/devices/identities.ts';
import { type BusyDevice, type LockedDevice, lockDevices } from '#domain/devices/lock-devices.ts';
import { type Batch, nameOfSender } from '../batch.ts';
import { holdsAlarm } from '../next-batch.ts';
import type { TrackedDevice } from '../tracked-device.ts';

/**
 * Finds the devices behind the identities, and locks them with their open alarms until the commit: no alarm is reset and
 * no device edited while its state is computed. What belongs to a device that another transaction holds leaves the
 * batch, so that nobody else waits for it.
 */
export async function identify(batch: Batch): Promise<void> {
  const names = new Map(
    batch.entries.flatMap(({ uplink }) => {
      const name = nameOfSender(uplink);
      return name === null ? [] : [[textOfName(name), name] as const];
    }),
  );
  for (const device of await lockFree(batch, [...names.values()])) batch.devices.set(device.before.deviId, device);
  const senders = new Map(
    [...batch.devices.values()].flatMap((device) =>
      device.identities.map((identity) => [textOfName(identity), { device, identity }] as const),
    ),
  );
  for (const entry of batch.entries) {
    const name = nameOfSender(entry.uplink);
    const sender = name === null ? undefined : senders.get(textOfName(name));
    entry.device = sender?.device ?? null;
    entry.identity = sender?.identity ?? null;
  }
}

/**
 * Locks the devices of the batch, their open alarms, and what their new alarms need. Those of which another transaction holds a row are taken out of
 * it, with all that they have sent.
 */
async function lockFree(batch: Batch, names: readonly IdentityName[]): Promise<TrackedDevice[]> {
  const { locked, busy } = await lockDevices(batch.tx, names, batch.woken);
  const inAlarm = locked.filter((each) => each.inAlarm).map(({ device }) => device.deviId);
  const alarms = await lockFreeAlarms(batch.tx, inAlarm);
  const held = await heldForAlarms(batch.tx, alarming(batch, locked));
  const isFree = ({ device: { deviId } }: LockedDevice) => !alarms.busy.has(deviId) && !held.has(deviId);
  const alsoBusy = locked
    .filter((each) => !isFree(each))
    .map(({ device: { deviId }, identities }) => ({ deviId, names: identities }));
  leaveOut(batch, [...busy, ...alsoBusy]);
  const byDevice = Map.groupBy(alarms.locked, ({ deviId }) => deviId);
  return locked.filter(isFree).map((each) => track(each, byDevice.get(each.device.deviId) ?? []));
}

/** The devices that have sent an alarm. */
function alarming({ entries }: Batch, locked: readonly LockedDevice[]): number[] {
  const senders = entries.filter(({ uplink }) => holdsAlarm(uplink)).map(({ uplink }) => nameOfSender(uplink));
  const names = new Set(senders.map((name) => (name === null ? '' : textOfName(name))));
  return locked
    .filter(({ identities }) => names.size > 0 && identities.some((identity) => names.has(textOfName(identity))))
    .map(({ device }) => device.deviId);
}

function leaveOut(batch: Batch, busy: readonly BusyDevice[]): void {
  if (busy.length === 0) return;
  const names = new Set(busy.flatMap((device) => device.names.map(textOfName)));
  const deviIds = new Set(busy.map(({ deviId }) => deviId));
  batch.entries = batch.entries.filter(({ uplink }) => {
    const name = nameOfSender(uplink);
    return name === null || !names.has(textOfName(name));
  });
  batch.woken = new Set([...batch.woken].filter((deviId) => !deviIds.has(deviId)));
}

/** A threshold that a user has set counts on hardware that has this setting. */
function thresholdOf({ dehaId }: DeviceRecord, set: unknown): number {
  const hardware = hardwareById(dehaId);
  const isSettable = hardware !== undefined && hardwareSettings[hardware.key].batteryThreshold !== undefined;
  return isSettable && typeof set === 'number' ? set : defaultBatteryThreshold;
}

function track({ device, custName, ...locked }: LockedDevice, openAlarms: AlarmRecord[]): TrackedDevice {
  const [present, ...earlier] = locked.assignments;
  if (present === undefined) throw new Error(`device ${device.deviId} has no assignment`);
  return {
    before: device,
    now: { ...device },
    flags: new Set(device.flags as WarningFlag[]),
    custName,
    batteryThreshold: thresholdOf(device, locked.batteryThreshold),
    ...{ positioningOff: locked.positioningOff, sought: locked.sought },
    ...{ commanded: locked.commanded, openAlarms },
    assignments: [present, ...earlier],
    identities: locked.identities.map((identity) => ({
      ...identity,
      was: identity,
      offerSettled: false,
      contestEnded: false,
      answeredBy: null,
    })),
    changed: false,
  };
}
