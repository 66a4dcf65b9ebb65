import type { Policy } from './permissions.ts';
import type { SettingDefinition, SettingGroup } from './settings/types.ts';

/** The policy of the default settings of each group (specification 1, section 6); of a group without one, the nearest. */
const policies = {
  communication: 'DEFAULT_SETTINGS_COMMUNICATION',
  positioning: 'DEFAULT_SETTINGS_POSITIONING',
  tracking: 'DEFAULT_SETTINGS_TRACKING',
  sound: 'DEFAULT_SETTINGS_LIGHT_SOUND',
  light: 'DEFAULT_SETTINGS_LIGHT_SOUND',
  voicePrompt: 'DEFAULT_SETTINGS_LIGHT_SOUND',
  battery: 'DEFAULT_SETTINGS_BATTERY',
  general: 'DEFAULT_SETTINGS_GENERAL',
  privacy: 'DEFAULT_SETTINGS_PRIVACY',
  firmware: 'DEFAULT_SETTINGS_FIRMWARE',
  whitelist: 'DEFAULT_SETTINGS_WHITELIST',
  integration: 'DEFAULT_SETTINGS_INTEGRATION',
  eventSetup: 'DEFAULT_SETTINGS_EVENT_SETUP',
  alarmSettings: 'DEFAULT_SETTINGS_GENERAL',
  deviceSetting: 'DEFAULT_SETTINGS_GENERAL',
  otherSetting: 'DEFAULT_SETTINGS_GENERAL',
  mobileAppSetting: 'DEFAULT_SETTINGS_GENERAL',
  misc: 'DEFAULT_SETTINGS_GENERAL',
  geofence: 'DEFAULT_SETTINGS_POSITIONING',
  indoorLocation: 'DEFAULT_SETTINGS_POSITIONING',
} as const satisfies Record<SettingGroup, Policy>;

export const defaultSettingsPolicies: readonly Policy[] = [...new Set(Object.values(policies))];

/** The policy to see and change the default of a setting at a customer; null: it has none, as a secret one. */
export const defaultPolicyOf = ({ group, secret }: Pick<SettingDefinition, 'group' | 'secret'>): Policy | null =>
  secret ? null : policies[group];
