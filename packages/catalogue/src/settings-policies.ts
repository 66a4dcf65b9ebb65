import type { Policy } from './permissions.ts';
import { pageOf } from './settings/pages.ts';
import type { SettingDefinition } from './settings/types.ts';

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
 * Whether the user may see and change a setting. Besides the open page of the device it needs the policy of its own
 * settings page; without DEVICE_SETTINGS only the general tabs are open.
 */
export function maySet(may: May, setting: Pick<SettingDefinition, 'group' | 'page'>): boolean {
  const { policy } = pageOf(setting);
  return opensSettings(may) && may(policy) && (may('DEVICE_SETTINGS') || generalPolicies.has(policy));
}
