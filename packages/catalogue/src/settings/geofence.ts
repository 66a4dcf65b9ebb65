import { geofenceLimits } from '../geofences.ts';
import type { SettingDefinition } from './types.ts';

/** Positions by WiFi and cell can be hundreds of metres off, so that they decide about a geofence only where this is on. */
export const geofenceWifi = {
  key: 'geofenceWifiLocationAlert',
  group: 'geofence',
  order: 10,
  kind: 'toggle',
  default: false,
  onAllHardware: true,
  capability: 'positioning',
  notOnFewTabs: true,
  keptByServer: true,
} as const satisfies SettingDefinition;

/** Of a setting of the geofence tab about the present wearer, which Varde acts on. */
const ofWearer = {
  onAllHardware: true,
  capability: 'positioning',
  notOnFewTabs: true,
  keptByServer: true,
  ofWearer: true,
} as const;

/** Minutes; 0: none. */
const delay = {
  ...ofWearer,
  group: 'geofence',
  kind: 'integer',
  unit: 'min',
  min: 0,
  max: geofenceLimits.delayMinutes,
  default: 0,
} as const;

/** How long a wearer may be outside a fence without a delay of its own, by when they left it (decision 0022). */
export const delayDay = { ...delay, key: 'delayDay', order: 20 } as const satisfies SettingDefinition;
export const delayNight = { ...delay, key: 'delayNight', order: 30 } as const satisfies SettingDefinition;

/** After how long without moving a wearer outside a fence is missed before its delay has passed (decision 0022). */
export const delayMotionless = {
  ...delay,
  key: 'delayMotionless',
  order: 40,
} as const satisfies SettingDefinition;

/** Each alarm of the device is told by a call as well (decision 0022). */
export const callAlert = {
  ...ofWearer,
  key: 'callAlert',
  group: 'alarmSettings',
  page: 'geofence',
  order: 100,
  kind: 'toggle',
  default: false,
} as const satisfies SettingDefinition;

export const geofenceSettings = [geofenceWifi, delayDay, delayNight, delayMotionless, callAlert] as const;
