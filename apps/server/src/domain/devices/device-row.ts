import { hardwareById } from '@varde/catalogue/hardware/index';
import { shownStatus } from '@varde/catalogue/statuses';
import { type WarningFlags, warningFlags } from '@varde/catalogue/warning-flags';
import type { Clone, DeviceRow, PlacedDevice } from '@varde/contract/devices';
import { epoch } from '#platform/clock/epoch.ts';
import type { devices } from './tables.ts';

export type DeviceRecord = typeof devices.$inferSelect;

/** The columns of a device row. */
export type ListedDevice = Omit<
  DeviceRecord,
  | 'deviceMac'
  | 'fiwaNum'
  | 'announced'
  | 'createdAt'
  | 'activatedDate'
  | 'stateTime'
  | 'activeAt'
  | 'steps'
  | 'selfCheckAt'
  | 'ahpId'
  | 'trainingApprovedBy'
  | 'trainingApprovedAt'
  | 'twinName'
  | 'twinStatus'
  | 'ownListId'
  | 'fenced'
  | 'priority'
  | 'entryPriority'
  | 'sortName'
  | 'entryId'
>;

/** A device and where it is, from its row and the name of the customer that owns it. */
export function presentDeviceRow(device: ListedDevice, custName: string): PlacedDevice {
  return {
    deviId: device.deviId,
    dehaId: device.dehaId,
    detyName: hardwareById(device.dehaId)?.detyName ?? '',
    deviceName: device.deviceName,
    deviceSNNum: device.deviceSerialNumber,
    ownedByCustId: device.custId,
    ownedByCustName: custName,
    lastMsgIn: epoch(device.lastMsgIn),
    formattedPhoneNumE164: device.formattedPhoneNumE164,
    gsmStrength: device.gsmStrength,
    battery: device.battery,
    charging: device.charging,
    tracking: device.trackingUntil !== null,
    trackingUntil: epoch(device.trackingUntil),
    lastTestAt: epoch(device.lastTestAt),
    connected: device.connected,
    watchRemoved: device.watchRemoved,
    hasNote: device.noteAddedAt !== null,
    noteAddedAt: epoch(device.noteAddedAt),
    userTag: device.userTag,
    userImageVersion: epoch(device.userImageAt),
    allowDeviceDeletes: device.allowDeviceDeletes,
    vardeAsReceiver: device.vardeAsReceiver,
    disablePositioning: device.positioningOff,
    twin: device.twin,
    deviceTwin: presentTwin(device),
    ...presentFlags(device.flags),
    status: shownStatus(device.status, device.lastMsgIn !== null),
    posLati: device.posLati,
    posLong: device.posLong,
    posTime: epoch(device.posTime),
    posType: device.posType,
    posAccuracy: device.posAccuracy,
    place: device.place,
    rev: device.rev,
  };
}

function presentTwin({ deviId, twin, twinDevice: other, twinSerial: serial }: ListedDevice) {
  if (other === null || serial === null) return null;
  const [masterDevice, device] = twin === 'MASTER' ? [deviId, other] : [other, deviId];
  return { deviId, masterDevice, device, serial };
}

/** A clone as shown in the row of its master. */
export function presentClone(clone: DeviceRow): Clone {
  const { deviId, dehaId, deviceName, deviceSNNum, lastMsgIn, battery, charging, status, escalated, rev } = clone;
  return { deviId, dehaId, deviceName, deviceSNNum, lastMsgIn, battery, charging, status, escalated, rev };
}

function presentFlags(set: readonly string[]): WarningFlags {
  return Object.fromEntries(warningFlags.map((flag) => [flag, set.includes(flag)])) as WarningFlags;
}
