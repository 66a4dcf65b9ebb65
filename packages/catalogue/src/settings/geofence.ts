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

export const geofenceSettings = [geofenceWifi] as const;
