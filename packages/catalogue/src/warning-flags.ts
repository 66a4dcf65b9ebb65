/** Boolean flags of a device on the wire. Specification 1, section 3 "Device (list)". */
export const warningFlags = [
  'fireWarning',
  'manDownWarning',
  'epilepsyWarning',
  'alarmWarning',
  'wandererWarning',
  'outOfBedWarning',
  'fridgeWarning',
  'inBedWarning',
  'selfCheckWarning',
  'outOfBatteryWarning',
  'outdatedPositionWarning',
  'geofenceWarning',
  'powerFailure',
  'batteryWarning',
  'inactiveWarning',
  'offlineWarning',
  'unknownWarning',
  'offline',
  'tcpStatusDisabledWarning',
  'sensorLowBattery',
  'generalWarning',
  'escalated',
] as const;

export type WarningFlag = (typeof warningFlags)[number];

export type WarningFlags = { [F in WarningFlag]: boolean };

/** A caller's flags; a missing flag is not set. */
export type SetFlags = Readonly<Partial<WarningFlags>>;
