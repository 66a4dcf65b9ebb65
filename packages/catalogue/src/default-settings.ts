import type { Policy } from './permissions.ts';
import type { SettingDefinition, SettingGroup } from './settings/types.ts';

/** The policy of the default settings of each group (specification 1, section 6); other groups have no defaults. */
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
} as const satisfies Partial<Record<SettingGroup, Policy>>;

export const defaultSettingsPolicies: readonly Policy[] = [...new Set(Object.values(policies))];

const byGroup: ReadonlyMap<SettingGroup, Policy> = new Map(
  Object.entries(policies) as [keyof typeof policies, Policy][],
);

/** The policy to see and change the default of a setting at a customer; null: it has none, as a secret one. */
export const defaultPolicyOf = ({ group, secret }: Pick<SettingDefinition, 'group' | 'secret'>): Policy | null =>
  secret ? null : (byGroup.get(group) ?? null);
