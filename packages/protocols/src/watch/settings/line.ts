import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import type { SettingsGroup } from '../../settings-groups.ts';

/** A command of protocol notes 2.4 as words: `FALLDOWN,1,0` is the word `FALLDOWN` with the fields `1` and `0`. */
export interface WatchLine {
  /** In upper case. */
  word: string;
  fields: readonly string[];
}

export function fieldsOfWord(lines: readonly WatchLine[], word: string): readonly string[] | undefined {
  return lines.find((line) => line.word.toUpperCase() === word)?.fields;
}

/** A setting that is on or off: its word with one field, `before` and then 1 or 0. */
export function toggle(key: SettingKey, word: string, before = ''): SettingsGroup<WatchLine> {
  return {
    keys: [key],
    encode: ({ [key]: on }) => (typeof on === 'boolean' ? [{ word, fields: [`${before}${on ? '1' : '0'}`] }] : null),
    decode: (lines) => {
      const said = lines.find(
        (line) => line.word.toUpperCase() === word && /^[01]$/.test(line.fields[0]?.replace(before, '') ?? ''),
      );
      return said === undefined ? null : { [key]: said.fields[0] === `${before}1` };
    },
  };
}

/** Characters of a dial pad only, because a comma or a bracket would change the frame. Empty: an empty place. */
export function isPhoneField(value: SettingValue | undefined): value is string {
  return typeof value === 'string' && /^\+?[0-9*#]{0,20}$/.test(value);
}
