import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { type SettingKey, settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { SettingsGroup } from '../../settings-groups.ts';
import type { WatchLine } from './line.ts';

/**
 * The extension for settings without a command of their own: `CFG,<key>,<value>` and further pairs (docs/protocols/extension.md).
 * Settings of one group are written together.
 */
export function extended(...keys: readonly [SettingKey, ...SettingKey[]]): SettingsGroup<WatchLine> {
  return {
    keys,
    encode: (values) => {
      const fields = extensionFields(Object.fromEntries(keys.map((key) => [key, values[key]])));
      return fields === null ? null : [{ word: 'CFG', fields }];
    },
    decode: (lines) => {
      const found = Object.entries(extensionValues(lines)).filter(([key]) => keys.some((own) => own === key));
      return found.length === 0 ? null : Object.fromEntries(found);
    },
  };
}

/** Keys and values in turn; null: one of the values is illegal, or cannot be a field. */
export function extensionFields(values: Readonly<Record<string, SettingValue | undefined>>): string[] | null {
  const pairs = Object.entries(values).map(([key, value]) => [key, fieldFor(key, value)]);
  const fields = pairs.flat().filter((field) => field !== null && field !== undefined);
  return fields.length === 2 * pairs.length ? fields : null;
}

/** Of all lines of the extension, whatever else there is. A value that cannot be is left out; the last of a key counts. */
export function extensionValues(lines: readonly WatchLine[]): SettingValues {
  const values: SettingValues = {};
  for (const { word, fields } of lines) {
    if (word.toUpperCase() !== 'CFG') continue;
    const first = fields[0] === listAll ? 1 : 0;
    for (let at = first; at + 1 < fields.length; at += 2) {
      const key = fields[at] ?? '';
      const value = valueIn(key, fields[at + 1] ?? '');
      if (value !== null) values[key] = value;
    }
  }
  return values;
}

/** In the place of the first key: the watch lists all of its settings. */
export const listAll = '?';

/** A bracket or a comma would change the frame, an asterisk its head. */
const plainField = /^[A-Za-z0-9:.-]+$/;

function fieldFor(key: string, value: SettingValue | undefined): string | null {
  const definition = settingByKey(key);
  if (definition === undefined || value === undefined || validateSetting(definition, value) !== null) return null;
  const field = typeof value === 'boolean' ? String(Number(value)) : String(value);
  return plainField.test(field) ? field : null;
}

function valueIn(key: string, field: string): SettingValue | null {
  const definition = settingByKey(key);
  const candidates: readonly SettingValue[] = [field, Number(field), field === '1'];
  const value = candidates.find((candidate) => fieldFor(key, candidate) === field);
  return definition === undefined || value === undefined ? null : value;
}
