import type { Policy } from './permissions.ts';
import type { SettingDefinition, SettingGroup } from './settings/types.ts';

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
 * The policy of the tab that shows each group of settings (specification 2, section 6). Groups without a policy of
 * their own need DEVICE_SETTINGS. A setting on another tab than its group names that tab's policy (`policy`).
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

/** Asks whether the user holds a policy for the customer that owns the device. */
type May = (policy: Policy) => boolean;

/**
 * Whether a device's settings page is open: with DEVICE_SETTINGS, or with GENERAL_SETTINGS and one of its sub-policies
 * (specification 1, section 6).
 */
export function opensSettings(may: May): boolean {
  return may('DEVICE_SETTINGS') || (may('GENERAL_SETTINGS') && generalSettingsSubPolicies.some(may));
}

/**
 * Whether the user may see and change a setting. Besides the open page it needs the policy of its own tab; without
 * DEVICE_SETTINGS only the general tabs are open.
 */
export function maySet(
  may: May,
  { group, policy = tabPolicies[group] }: Pick<SettingDefinition, 'group' | 'policy'>,
): boolean {
  return opensSettings(may) && may(policy) && (may('DEVICE_SETTINGS') || generalPolicies.has(policy));
}
