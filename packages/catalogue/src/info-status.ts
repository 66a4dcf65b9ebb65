import type { DeviceDetails } from './device-details.ts';
import { hardwareById } from './hardware/index.ts';
import { holdsConnection, registrationProtocol } from './protocols.ts';

/** The values of the status label on a device's information tab; `deviceStatus`: the text of its status in the list. */
export type InfoStatus =
  | 'new'
  | 'alarm'
  | 'offline'
  | 'failedSelfCheck'
  | 'batteryLow'
  | 'staticTooLong'
  | 'deviceStatus'
  | 'disconnected'
  | 'ok';

interface Known
  extends Pick<
    DeviceDetails,
    'neverUsed' | 'inAlarmMode' | 'failedSelfCheck' | 'batteryLow' | 'staticTooLong' | 'deviceStatus'
  > {
  dehaId: number;
  offline: boolean;
  offlineWarning: boolean;
  connected: boolean;
}

/** The first that holds, in the order of specification 2, section 4 "Device status label". */
export function infoStatusOf(device: Known): InfoStatus {
  if (device.neverUsed) return 'new';
  if (device.inAlarmMode) return 'alarm';
  if (device.offline || device.offlineWarning) return 'offline';
  if (device.failedSelfCheck) return 'failedSelfCheck';
  if (device.batteryLow) return 'batteryLow';
  if (device.staticTooLong) return 'staticTooLong';
  if (device.deviceStatus !== 'clear') return 'deviceStatus'; // of a device that was in contact
  return device.connected || !canBeLost(device) ? 'ok' : 'disconnected';
}

/** Over HTTP a device has no connection that could be lost. */
function canBeLost({ dehaId }: Known): boolean {
  const hardware = hardwareById(dehaId);
  return hardware === undefined || holdsConnection(registrationProtocol(hardware));
}
