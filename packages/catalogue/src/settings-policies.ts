import type { Policy } from './permissions.ts';
import type { SettingGroup } from './settings/types.ts';

/** The general tabs (specification 2, section 1), each with its policy: any of them opens the settings page. */
export const generalSettingsSubPolicies = [
  'DEVICE_LOGS',
  'DEVICE_DELETE_DATA',
  'DEVICE_ORGANIZATION',
  'DEVICE_BATTERY_THRESHOLD',
  'DEVICE_ALARM',
  'DEVICE_LIGHT_SOUND',
  'DEVICE_MAN_DOWN',
  'DEVICE_HEART_RATE_BLOOD_PRESSURE',
  'TWIN_DEVICE',
] as const satisfies readonly Policy[];

/** Which settings a sub-policy opens to somebody who has not got all of them. */
const openedBy: { readonly [P in (typeof generalSettingsSubPolicies)[number]]?: readonly SettingGroup[] } = {
  DEVICE_BATTERY_THRESHOLD: ['battery'],
  DEVICE_ALARM: ['alarmSettings', 'whitelist'],
  DEVICE_LIGHT_SOUND: ['sound', 'light', 'voicePrompt'],
};

/**
 * The groups of settings that somebody may see and change, asked of the customer that owns the device: all of them with
 * DEVICE_SETTINGS; with GENERAL_SETTINGS and any of its sub-policies the general ones and those of the sub-policies
 * (specification 1, section 6). Empty: the settings page is closed.
 */
export function settingGroupsFor(may: (policy: Policy) => boolean): 'all' | readonly SettingGroup[] {
  if (may('DEVICE_SETTINGS')) return 'all';
  const held = generalSettingsSubPolicies.filter(may);
  if (held.length === 0 || !may('GENERAL_SETTINGS')) return [];
  return ['general', ...held.flatMap((policy) => openedBy[policy] ?? [])];
}
