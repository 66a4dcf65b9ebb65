import { alarmTypes } from './alarms.ts';
import { metyId } from './message-types.ts';
import type { WarningFlag } from './warning-flags.ts';

/**
 * The icons of a device's marker, most urgent first (specification 2, section 4 "Map").
 */
const icons = [
  {
    key: 'alarm',
    flags: [
      ...['alarmWarning', 'fireWarning', 'epilepsyWarning', 'wandererWarning'],
      ...['outOfBedWarning', 'fridgeWarning', 'inBedWarning'],
    ],
  },
  { key: 'fall', flags: ['manDownWarning'] },
  { key: 'geofence', flags: ['geofenceWarning'] },
  { key: 'batteryEmpty', flags: ['outOfBatteryWarning'] },
  { key: 'selfcheck', flags: ['selfCheckWarning'] },
  { key: 'inactive', flags: ['inactiveWarning'] },
  { key: 'lowBattery', flags: ['batteryWarning'] },
  { key: 'offline', flags: ['offlineWarning', 'offline'] },
] as const satisfies readonly { key: string; flags: readonly WarningFlag[] }[];

export type MapIcon = (typeof icons)[number]['key'] | 'clear';

/** The icon of the newest position of a device with these flags. */
export const deviceIcon = (flags: Readonly<Partial<Record<WarningFlag, boolean>>>): MapIcon =>
  icons.find((icon) => icon.flags.some((flag) => flags[flag]))?.key ?? 'clear';

/** The icon of the place of an alarm of this message type. */
export const alarmIcon = (type: number): MapIcon =>
  deviceIcon({ [alarmTypes.find((alarm) => alarm.metyId === type)?.flag ?? 'alarmWarning']: true });

/** The pointer of an older position: that of an alarm where its message was one (type 1). */
export const pointerOf = (type: number): 'alarm' | 'normal' => (type === metyId.alarm ? 'alarm' : 'normal');
