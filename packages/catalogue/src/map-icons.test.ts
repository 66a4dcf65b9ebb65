import { expect, it } from 'vitest';
import { deviceIcon, type MapIcon, pointerOf } from './map-icons.ts';

it('[D4.088] the icon of the newest position is the first that holds: alarm, fall, geofence, battery empty, self-check, inactive, low battery, offline, else clear', () => {
  const flags = [
    ...['alarmWarning', 'manDownWarning', 'geofenceWarning', 'outOfBatteryWarning', 'selfCheckWarning'],
    ...['inactiveWarning', 'batteryWarning', 'offlineWarning'],
  ];
  const expected: MapIcon[] = [
    ...(['alarm', 'fall', 'geofence', 'batteryEmpty', 'selfcheck', 'inactive', 'lowBattery', 'offline'] as const),
    'clear',
  ];
  const iconsFrom = (first: number) => deviceIcon(Object.fromEntries(flags.slice(first).map((flag) => [flag, true])));
  expect(expected.map((_, first) => iconsFrom(first))).toEqual(expected);
});

it('[D4.089] an older position has the pointer of an alarm where its message was one, else the normal one', () => {
  expect([1, 3, 5, 27].map(pointerOf)).toEqual(['alarm', 'normal', 'normal', 'normal']);
});
