import { warningFlags } from '@varde/catalogue/warning-flags';
import type { PlacedDevice } from '@varde/contract/devices';
import type { LiveEvent } from '@varde/contract/events';

type DeviceEvent = Extract<LiveEvent, { type: 'device' }>;

/** The whole row of a device that was in contact and has no warnings, with these fields. */
export function placedDevice(fields: Partial<PlacedDevice> & Pick<PlacedDevice, 'deviId'>): PlacedDevice {
  const flags = Object.fromEntries(warningFlags.map((flag) => [flag, false])) as Record<
    (typeof warningFlags)[number],
    boolean
  >;
  return {
    dehaId: 23,
    detyName: 'EV-07B',
    deviceName: `Device ${fields.deviId}`,
    deviceSNNum: `SN${fields.deviId}`,
    ownedByCustId: 1,
    ownedByCustName: 'Customer',
    lastMsgIn: null,
    formattedPhoneNumE164: null,
    gsmStrength: null,
    battery: null,
    charging: false,
    tracking: false,
    trackingUntil: null,
    lastTestAt: null,
    connected: false,
    watchRemoved: null,
    hasNote: false,
    noteAddedAt: null,
    userTag: 'NONE',
    userImageVersion: null,
    allowDeviceDeletes: false,
    vardeAsReceiver: false,
    disablePositioning: false,
    twin: 'NONE',
    deviceTwin: null,
    ...flags,
    status: 'clear',
    posLati: null,
    posLong: null,
    posTime: null,
    posType: null,
    posAccuracy: null,
    place: null,
    rev: 1,
    ...fields,
  };
}

/** A device of this customer changed. */
export function deviceEventOf(
  custId: number,
  fields: Parameters<typeof placedDevice>[0],
  previousCustId?: number,
): DeviceEvent {
  const device = placedDevice({ ...fields, ownedByCustId: custId });
  const moved = previousCustId === undefined ? {} : { previousCustId };
  return { type: 'device', deviId: device.deviId, custId, device, ...moved };
}
