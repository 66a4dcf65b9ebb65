import type { StatusKey } from './statuses.ts';
import type { WarningFlags } from './warning-flags.ts';

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

interface Known extends WarningFlags {
  lastMsgIn: number | null;
  status: StatusKey;
  connected: boolean;
}

const alarmFlags = [
  'alarmWarning',
  'fireWarning',
  'manDownWarning',
  'epilepsyWarning',
  'wandererWarning',
] as const;

/** The first that holds, in the order of specification 2, section 4 "Device status label". */
export function infoStatusOf(device: Known): InfoStatus {
  if (device.lastMsgIn === null) return 'new';
  if (alarmFlags.some((flag) => device[flag])) return 'alarm';
  if (device.offline || device.offlineWarning) return 'offline';
  if (device.selfCheckWarning) return 'failedSelfCheck';
  if (device.batteryWarning || device.outOfBatteryWarning) return 'batteryLow';
  if (device.inactiveWarning) return 'staticTooLong';
  if (device.status !== 'clear') return 'deviceStatus';
  return device.connected ? 'ok' : 'disconnected';
}
