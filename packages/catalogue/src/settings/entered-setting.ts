import { enteredCode, enteredNumber, enteredText } from '../entered-text.ts';
import type { SettingDefinition, SettingValue } from './types.ts';

/** The value that somebody has typed, as it is stored. */
export function enteredSetting({ kind }: SettingDefinition, value: SettingValue): SettingValue {
  if (typeof value !== 'string') return value;
  if (kind === 'phone') return enteredNumber(value);
  if (kind === 'phones') return value.split(',').map(enteredNumber).filter(Boolean).join(',');
  return kind === 'text' ? enteredText(value) : enteredCode(value);
}

/** The values of a form, by key, as they are stored. */
export const enteredValues = <Value extends SettingValue | null>(
  definitions: readonly SettingDefinition[],
  values: Readonly<Record<string, Value>>,
): Record<string, Value | SettingValue> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const definition = definitions.find((one) => one.key === key);
      return [key, definition === undefined || value === null ? value : enteredSetting(definition, value)];
    }),
  );
