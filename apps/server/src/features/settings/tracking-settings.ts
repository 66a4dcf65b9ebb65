import { sameValue } from '@varde/catalogue/settings/same-value';
import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import type { api } from '@varde/contract/api';
import type { HandlerOutput } from '@varde/contract/endpoint';
import { settingsOf } from '#domain/settings/device-settings.ts';
import type { Database } from '#platform/database/database.ts';
import { presentValues } from './asked-values.ts';
import type { DeviceWithSettings } from './present-settings.ts';

/** How a device is tracked, by the names of the specification (2, section 3 "Tracking settings"). */
export async function trackingSettings(
  db: Database,
  { device, open }: DeviceWithSettings,
): Promise<HandlerOutput<(typeof api)['settings']['getTrackingSettings']>> {
  const values = presentValues(open, await settingsOf(db, device.deviId));
  const presentOf = (key: SettingKey): SettingValue | null => values[key] ?? null;
  const flagOf = (key: SettingKey) => (presentOf(key) === null ? null : presentOf(key) === true);
  const numberOf = (key: SettingKey) => (presentOf(key) === null ? null : Number(presentOf(key)));
  const textOf = (key: SettingKey) => (presentOf(key) === null ? null : String(presentOf(key)));
  return {
    deviceId: device.deviId,
    tracking: device.trackingUntil !== null,
    trackingUntil: device.trackingUntil?.getTime() ?? null,
    s03InSeconds: numberOf('trackingInterval'),
    autoTracking: flagOf('autoTracking'),
    powerSaving: flagOf('powerSaving'),
    disablePositioning: flagOf('disablePositioning'),
    minNumSatellites: numberOf('minNumSatellites'),
    acceptLBS: flagOf('acceptLBS'),
    trackingIntervalNightInMinutes: numberOf('trackingIntervalNightInMinutes'),
    trackingNightStarts: textOf('trackingNightStarts'),
    trackingNightEnds: textOf('trackingNightEnds'),
    advanced: open.some((one) => one.advanced && !sameValue(one, presentOf(one.key), one.default)),
  };
}
