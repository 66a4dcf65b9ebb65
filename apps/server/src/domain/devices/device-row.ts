import { hardwareById } from '@varde/catalogue/hardware/index';
import { type WarningFlags, warningFlags } from '@varde/catalogue/warning-flags';
import type { PlacedDevice } from '@varde/contract/devices';
import { epoch } from '#platform/epoch.ts';
import type { devices } from './tables.ts';

export type DeviceRecord = typeof devices.$inferSelect;

/** The columns that a device row is made of. */
export type ListedDevice = Omit<DeviceRecord, 'deviceMac' | 'fiwaNum' | 'activatedDate' | 'stateTime'>;

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
    trackingUntil: epoch(device.trackingUntil),
    connected: device.connected,
    hasNote: device.hasNote,
    ...presentFlags(device.flags),
    status: device.status,
    posLati: device.posLati,
    posLong: device.posLong,
    posTime: epoch(device.posTime),
    posType: device.posType,
    posAccuracy: device.posAccuracy,
    place: device.place,
    rev: device.rev,
  };
}

function presentFlags(set: readonly string[]): WarningFlags {
  return Object.fromEntries(warningFlags.map((flag) => [flag, set.includes(flag)])) as WarningFlags;
}
