import type { KnownHardware } from './hardware/index.ts';
import type { Policy } from './permissions.ts';
import { pageOf } from './settings/pages.ts';
import type { SettingDefinition } from './settings/types.ts';
import type { UserFlag } from './user-flags.ts';

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

/** Whether the user holds a policy for the customer that owns the device. */
type May = (policy: Policy) => boolean;

/**
 * Whether a device's settings page is open: with DEVICE_SETTINGS, or with GENERAL_SETTINGS and one of its sub-policies
 * (specification 1, section 6).
 */
export function opensSettings(may: May): boolean {
  return may('DEVICE_SETTINGS') || (may('GENERAL_SETTINGS') && generalSettingsSubPolicies.some(may));
}

/**
 * Whether a part of the open settings page with a policy of its own is open: without DEVICE_SETTINGS only the general
 * tabs are.
 */
export function opensTab(may: May, policy: Policy): boolean {
  return opensSettings(may) && may(policy) && (may('DEVICE_SETTINGS') || generalPolicies.has(policy));
}

/** Who looks at a device. */
export interface Viewer {
  /** Undefined: hardware that the catalogue does not know. */
  hardware: KnownHardware | undefined;
  /** Whether the user holds a policy for the customer that owns the device. */
  may: May;
  flags: readonly UserFlag[];
}

/**
 * Whether the user may see and change a setting: by the policy of its settings page, that of the kind of device, and
 * the flag that it needs.
 */
export function maySet(
  { hardware, may, flags }: Viewer,
  setting: Pick<SettingDefinition, 'group' | 'page' | 'needs'>,
): boolean {
  return hasFlag(flags, setting.needs) && opensTab(may, pageOf(setting).policy) && may(policyOfKind(hardware));
}

/** The settings of home units of the Gx8 family have a policy, and so have those of all other devices. */
const policyOfKind = (hardware: KnownHardware | undefined): Policy => (hardware?.capabilities.gx8 ? 'GX8' : 'VARDE');

/** Whether a user with these flags sees a part of the console that needs this one. */
export const hasFlag = (flags: readonly UserFlag[], needs: UserFlag | undefined): boolean =>
  needs === undefined || flags.includes(needs);
