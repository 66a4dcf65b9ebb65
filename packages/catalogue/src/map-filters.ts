import type { AlarmFilterPredicate } from './alarm-filters.ts';
import { alarmFlags } from './alarms.ts';
import type { LogFilter } from './log-filters.ts';

/**
 * The alarm filter of the map of all devices: with nothing chosen it shows each device, otherwise those that a chosen one
 * fits (specification 2, section 5: as in the log, by the flags of the device).
 */
export const mapFilters: Readonly<Record<LogFilter, AlarmFilterPredicate>> = {
  ALARM: { anyFlag: alarmFlags.filter((flag) => flag !== 'geofenceWarning') },
  GEOFENCE: { anyFlag: ['geofenceWarning'] },
  OUT_OF_BATTERY: { anyFlag: ['outOfBatteryWarning'] },
  BATTERY: { anyFlag: ['batteryWarning'], noFlag: ['selfCheckWarning'], everInContact: true },
  SELFCHECK: { anyFlag: ['selfCheckWarning'] },
  OFFLINE: { anyFlag: ['offlineWarning', 'offline'] },
  TECHNICAL: { technical: true },
  STATIC: { anyFlag: ['inactiveWarning'] },
  UNKNOWN: { anyFlag: ['unknownWarning'] },
};
