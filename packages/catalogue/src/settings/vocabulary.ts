import { alarmSettings } from './alarm-settings.ts';
import { batterySettings } from './battery.ts';
import { communicationSettings } from './communication.ts';
import { deviceSettings } from './device-setting.ts';
import { generalSettings } from './general.ts';
import { geofenceSettings } from './geofence.ts';
import { healthSettings } from './health.ts';
import { inactivitySettings } from './inactivity.ts';
import { integrationSettings } from './integration.ts';
import { lightSettings } from './light.ts';
import { positioningSettings } from './positioning.ts';
import { soundSettings } from './sound.ts';
import { trackingSettings } from './tracking.ts';
import type { SettingDefinition } from './types.ts';
import { voicePromptSettings } from './voice-prompts.ts';
import { whitelistSettings } from './whitelist.ts';

const definitions = [
  ...communicationSettings,
  ...positioningSettings,
  ...trackingSettings,
  ...soundSettings,
  ...lightSettings,
  ...voicePromptSettings,
  ...batterySettings,
  ...generalSettings,
  ...deviceSettings,
  ...inactivitySettings,
  ...whitelistSettings,
  ...alarmSettings,
  ...healthSettings,
  ...geofenceSettings,
  ...integrationSettings,
] as const;

/** The key of every known setting. */
export type SettingKey = (typeof definitions)[number]['key'];

/** The keys of settings that Varde acts on itself. */
export type KeptKey = Extract<(typeof definitions)[number], { keptByServer: true }>['key'];

/** Each setting in its widest form. `hardware-settings.ts` narrows it; `settingsFor` merges the two. */
export const vocabulary: readonly (SettingDefinition & { key: SettingKey })[] = definitions;

const byKey: ReadonlyMap<string, SettingDefinition & { key: SettingKey }> = new Map(
  vocabulary.map((definition) => [definition.key, definition]),
);

/** The definition of a key in its widest form, or undefined for an unknown key. */
export function settingByKey(key: string): (SettingDefinition & { key: SettingKey }) | undefined {
  return byKey.get(key);
}
