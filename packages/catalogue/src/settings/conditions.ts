import type { SettingCondition, SettingDefinition, SettingValues } from './types.ts';
import { settingByKey } from './vocabulary.ts';

/** Whether all conditions hold. A setting without a value counts as its default. */
export function holds(conditions: readonly SettingCondition[] | undefined, values: SettingValues): boolean {
  return (
    conditions?.every((condition) => {
      const value = values[condition.key] ?? settingByKey(condition.key)?.default;
      return 'equals' in condition ? value === condition.equals : value !== condition.differsFrom;
    }) ?? true
  );
}

/** Whether a setting can be changed while the settings have these values. */
export function isAvailable({ shownWhen, enabledWhen }: SettingDefinition, values: SettingValues): boolean {
  return holds(shownWhen, values) && holds(enabledWhen, values);
}
