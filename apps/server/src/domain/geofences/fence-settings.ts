import { delayDay, delayMotionless, delayNight, geofenceWifi } from '@varde/catalogue/settings/geofence';
import type { SettingDefinition } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';

/** Minutes; 0: none. */
export interface DeviceDelays {
  /** Of fences without a delay of their own, for wearers who leave by day or by night. */
  day: number;
  night: number;
  /** After so long without moving a wearer outside is missed, whatever the other delays say. */
  motionless: number;
}

/** What the settings of a device say about all of its fences. */
export interface FenceSettings {
  /** Positions by WiFi and cell count. */
  allowsRough: boolean;
  delays: DeviceDelays;
}

export const fenceSettingKeys: readonly string[] = [
  geofenceWifi.key,
  delayDay.key,
  delayNight.key,
  delayMotionless.key,
];

/** From the stored values by key. A value that cannot be is taken for none: it must not cost an alarm. */
export function fenceSettingsIn(values: Readonly<Record<string, unknown>>): FenceSettings {
  const minutes = (definition: SettingDefinition): number => {
    const value = values[definition.key];
    return typeof value === 'number' && validateSetting(definition, value) === null ? value : 0;
  };
  return {
    allowsRough: values[geofenceWifi.key] === true,
    delays: {
      day: minutes(delayDay),
      night: minutes(delayNight),
      motionless: minutes(delayMotionless),
    },
  };
}
