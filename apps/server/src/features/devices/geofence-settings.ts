import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import { maySet, type Viewer } from '@varde/catalogue/settings-policies';
import type { DeviceDetail } from '@varde/contract/devices';
import { type SettingsDevice, settingsOf } from '#domain/settings/device-settings.ts';
import { settingsOfHardware } from '#domain/settings/wire-groups.ts';
import type { Database } from '#platform/database/database.ts';

type GeofenceSettings = Pick<
  DeviceDetail,
  'delayDay' | 'delayNight' | 'delayMotionless' | 'callAlert' | 'geofenceWifiLocationAlert' | 'autoTracking'
>;

/** The settings of a device about its geofences, calls and tracking; null: its hardware lacks one, or the caller may not see it. */
export async function geofenceSettingsOf(
  db: Database,
  device: SettingsDevice,
  viewer: Viewer,
): Promise<GeofenceSettings> {
  const stored = await settingsOf(db, device.deviId);
  const seen = new Map(
    settingsOfHardware(device)
      .filter((setting) => maySet(viewer, setting))
      .map((setting) => [setting.key, stored.get(setting.key)?.desired ?? setting.default]),
  );
  const minutes = (key: SettingKey): number | null => {
    const value = seen.get(key);
    return typeof value === 'number' ? value : null;
  };
  const isOn = (key: SettingKey): boolean | null => {
    const value = seen.get(key);
    return typeof value === 'boolean' ? value : null;
  };
  return {
    delayDay: minutes('delayDay'),
    delayNight: minutes('delayNight'),
    delayMotionless: minutes('delayMotionless'),
    callAlert: isOn('callAlert'),
    geofenceWifiLocationAlert: isOn('geofenceWifiLocationAlert'),
    autoTracking: isOn('autoTracking'),
  };
}
