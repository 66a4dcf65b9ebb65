import { type AlarmFlag, alarmFlags } from './alarms.ts';
import { hasTechnicalWarning, isCalm, type StatusKey } from './statuses.ts';
import type { SetFlags, WarningFlag } from './warning-flags.ts';

/** The conditions of a filter: all given ones must hold. The device list runs it in the database. */
export interface AlarmFilterPredicate {
  /** At least one of these flags is set. */
  anyFlag?: readonly WarningFlag[];
  /** None of these flags is set. */
  noFlag?: readonly WarningFlag[];
  charging?: boolean;
  /** Whether the device has ever been in contact. */
  everInContact?: boolean;
  /** A technical flag is set. */
  technical?: true;
  /** There is no warning: the status is `clear` or `neverUsed`. */
  clear?: true;
}

interface AlarmFilterDefinition {
  value: number;
  key: string;
  predicate: AlarmFilterPredicate;
}

const anyAlarm: readonly AlarmFlag[] = alarmFlags;

/**
 * Specification 1, section 3 "Alarm filter values 0 to 18". The specification only names them; our reading: `alarm` is
 * every alarm so that none is missed by filtering, `static` is a device that did not move, `clear` is one
 * without a warning, and `ok` is a clear device that has been in contact.
 */
export const alarmFilters = [
  { value: 0, key: 'alarm', predicate: { anyFlag: anyAlarm } },
  // Specification 2, section 5: only with a last message and no selfcheck warning.
  {
    value: 1,
    key: 'battery',
    predicate: {
      anyFlag: ['batteryWarning'],
      noFlag: ['selfCheckWarning'],
      charging: false,
      everInContact: true,
    },
  },
  { value: 2, key: 'fire', predicate: { anyFlag: ['fireWarning'] } },
  { value: 3, key: 'outOfBed', predicate: { anyFlag: ['outOfBedWarning'] } },
  { value: 4, key: 'fridge', predicate: { anyFlag: ['fridgeWarning'] } },
  { value: 5, key: 'inBed', predicate: { anyFlag: ['inBedWarning'] } },
  { value: 6, key: 'selfCheck', predicate: { anyFlag: ['selfCheckWarning'] } },
  { value: 7, key: 'outOfBattery', predicate: { anyFlag: ['outOfBatteryWarning'] } },
  { value: 8, key: 'outdatedPosition', predicate: { anyFlag: ['outdatedPositionWarning'] } },
  { value: 9, key: 'geofence', predicate: { anyFlag: ['geofenceWarning'] } },
  { value: 10, key: 'static', predicate: { anyFlag: ['inactiveWarning'] } },
  { value: 11, key: 'offline', predicate: { anyFlag: ['offlineWarning', 'offline'] } },
  { value: 12, key: 'tcpDisabled', predicate: { anyFlag: ['tcpStatusDisabledWarning'] } },
  { value: 13, key: 'charging', predicate: { charging: true } },
  { value: 14, key: 'general', predicate: { anyFlag: ['generalWarning'] } },
  { value: 15, key: 'neverUsed', predicate: { everInContact: false } },
  { value: 16, key: 'clear', predicate: { clear: true } },
  { value: 17, key: 'technical', predicate: { technical: true } },
  { value: 18, key: 'ok', predicate: { clear: true, everInContact: true } },
] as const satisfies readonly AlarmFilterDefinition[];

export type AlarmFilterKey = (typeof alarmFilters)[number]['key'];
export type AlarmFilterValue = (typeof alarmFilters)[number]['value'];
export type AlarmFilter = AlarmFilterDefinition & { key: AlarmFilterKey; value: AlarmFilterValue };

/**
 * The maintain filter: devices with a fault that their customer can correct (specification 1, section 2 names it;
 * decisions, "List", gives the flags).
 */
export const maintain: AlarmFilterPredicate = {
  anyFlag: [
    'batteryWarning',
    'outOfBatteryWarning',
    'selfCheckWarning',
    'offlineWarning',
    'offline',
    'tcpStatusDisabledWarning',
    'outdatedPositionWarning',
    'sensorLowBattery',
  ],
};

/** The fields that a filter reads. `lastMsgIn`: Unix milliseconds; null when the device was never in contact. */
export type FilteredDevice = SetFlags & { charging: boolean; lastMsgIn: number | null; status: StatusKey };

/** Whether a device passes. The list runs the same predicate in the database. */
export function passesAlarmFilter(predicate: AlarmFilterPredicate, device: FilteredDevice): boolean {
  const { anyFlag, noFlag, charging, everInContact, technical, clear } = predicate;
  const has = (flags: readonly WarningFlag[]) => flags.some((flag) => device[flag] === true);
  return (
    (anyFlag === undefined || has(anyFlag)) &&
    (noFlag === undefined || !has(noFlag)) &&
    (charging === undefined || device.charging === charging) &&
    (everInContact === undefined || (device.lastMsgIn !== null) === everInContact) &&
    (technical === undefined || hasTechnicalWarning(device, device)) &&
    (clear === undefined || isCalm(device.status))
  );
}
