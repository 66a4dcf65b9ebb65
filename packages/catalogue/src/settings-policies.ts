import type { Policy } from './permissions.ts';
import { type SettingGroup, settingGroups } from './settings/types.ts';

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

/**
 * The policy of the tab that each group of settings stands on (specification 2, section 6). Groups without a tab of a
 * policy of its own stand on that of the device's settings.
 */
const tabPolicies: { readonly [G in SettingGroup]: Policy } = {
  communication: 'DEVICE_SETTINGS',
  positioning: 'DEVICE_POSITIONING',
  tracking: 'DEVICE_TRACKING',
  sound: 'DEVICE_LIGHT_SOUND',
  light: 'DEVICE_LIGHT_SOUND',
  voicePrompt: 'DEVICE_LIGHT_SOUND',
  battery: 'DEVICE_BATTERY_THRESHOLD',
  general: 'GENERAL_SETTINGS',
  privacy: 'DEVICE_SETTINGS',
  firmware: 'DEVICE_SETTINGS',
  whitelist: 'DEVICE_ALARM',
  integration: 'DEVICE_SETTINGS',
  eventSetup: 'EVENT_SETUP',
  indoorLocation: 'DEVICE_INDOOR',
  geofence: 'DEVICE_GEOFENCE',
  misc: 'DEVICE_SETTINGS',
  alarmSettings: 'DEVICE_ALARM',
  deviceSetting: 'DEVICE_SETTINGS',
  otherSetting: 'DEVICE_SETTINGS',
  mobileAppSetting: 'DEVICE_SETTINGS',
};

const generalPolicies: ReadonlySet<Policy> = new Set(['GENERAL_SETTINGS', ...generalSettingsSubPolicies]);

/**
 * The groups of settings that somebody may see and change, asked of the customer that owns the device. DEVICE_SETTINGS
 * opens the page, or GENERAL_SETTINGS with any of its sub-policies opens what is general on it (specification 1, section
 * 6); each group needs the policy of its tab besides. Empty: the settings page is closed.
 */
export function settingGroupsFor(may: (policy: Policy) => boolean): readonly SettingGroup[] {
  const everything = may('DEVICE_SETTINGS');
  if (!everything && !(may('GENERAL_SETTINGS') && generalSettingsSubPolicies.some(may))) return [];
  return settingGroups.filter((group) => {
    const policy = tabPolicies[group];
    return may(policy) && (everything || generalPolicies.has(policy));
  });
}
