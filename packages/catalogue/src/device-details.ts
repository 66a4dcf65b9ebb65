import { hardwareById } from './hardware/index.ts';
import type { StatusKey } from './statuses.ts';
import type { WarningFlag, WarningFlags } from './warning-flags.ts';

/** The fields of a device's row that decide the others. */
interface DeviceRow extends WarningFlags {
  dehaId: number;
  deviceSNNum: string;
  ownedByCustId: number;
  ownedByCustName: string;
  lastMsgIn: number | null;
  userImageVersion: number | null;
  twin: 'NONE' | 'MASTER' | 'CLONE';
  status: StatusKey;
}

/** The flags of an alarm in the status label of the information tab. */
const alarmFlags: readonly WarningFlag[] = [
  'alarmWarning',
  'fireWarning',
  'manDownWarning',
  'epilepsyWarning',
  'wandererWarning',
];

/**
 * The fields of the detail areas that follow from a device's row (specification 2, section 3 "Device fields read"). The
 * server sends them with the detail; the console derives them again when a change of the row arrives.
 */
export function deviceDetailsOf(row: DeviceRow) {
  return {
    deviceTypeName: hardwareById(row.dehaId)?.name ?? '',
    deviceSerialNumber: row.deviceSNNum,
    ownedByCustomer: { custId: row.ownedByCustId, firmName: row.ownedByCustName },
    twinChild: row.twin === 'CLONE',
    hasUserImage: row.userImageVersion !== null,
    neverUsed: row.lastMsgIn === null,
    inAlarmMode: alarmFlags.some((flag) => row[flag]),
    failedSelfCheck: row.selfCheckWarning,
    batteryLow: row.batteryWarning || row.outOfBatteryWarning,
    /** It has not been active for too long. */
    staticTooLong: row.inactiveWarning,
    deviceStatus: row.status,
  };
}

export type DeviceDetails = ReturnType<typeof deviceDetailsOf>;
