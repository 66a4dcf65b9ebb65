import type { SettingValues } from '@varde/catalogue/settings/types';
import { decodeSettings } from '@varde/protocols/settings-groups';
import { type WatchLine, watchSettings } from '@varde/protocols/watch/settings';
import { extensionFields, extensionValues, listAll } from '@varde/protocols/watch/settings/extension';

/** A virtual watch's settings, kept as the lines of the commands that wrote them. */
export interface WatchSettings {
  write(line: WatchLine): void;
  /** Back to factory settings. */
  reset(): void;
  /** The fields of the answer to a line of the extension: the values that it has now, of a list or of the given keys. */
  readBack(line: WatchLine): string[];
  /** The answer to `TS`. */
  status(identity: string): string;
  values(): SettingValues;
}

/** Its main firmware number, with which the settings of newer firmware are open. */
export const firmware = 5;

/** What it reports until a command changes it. */
const factory = { UPLOAD: ['600'], LZ: ['0', '+1'], PROFILE: ['1'] } as const;

const language = 'soundFilesLanguage';

export function createWatchSettings(): WatchSettings {
  const lines = new Map<string, WatchLine>();
  const fieldsOf = (word: keyof typeof factory): readonly string[] => lines.get(word)?.fields ?? factory[word];
  const values = () => decodeSettings(watchSettings, [...lines.values()]);

  /** Each pair is a line of its own, so that a later one replaces it alone. */
  function writeExtension(line: WatchLine): void {
    for (const [key, value] of Object.entries(extensionValues([line]))) {
      const fields = extensionFields({ [key]: value });
      if (fields !== null) lines.set(`CFG,${key}`, { word: 'CFG', fields });
      // There is one language: one without a code of the protocol leaves `LZ` without one.
      if (key === language) lines.set('LZ', { word: 'LZ', fields: ['', fieldsOf('LZ')[1] ?? ''] });
    }
  }

  return {
    write: (line) => {
      const { word, fields } = line;
      if (word === 'CFG') return writeExtension(line);
      if (word !== 'LZ') return void lines.set(word === 'APPLOCK' ? `${word},${fields[0]?.slice(0, 2)}` : word, line);
      const [code = '', zone = ''] = fields;
      if (code !== '') lines.delete(`CFG,${language}`);
      lines.set('LZ', { word, fields: [code === '' ? (fieldsOf('LZ')[0] ?? '') : code, zone] });
    },
    reset: () => lines.clear(),
    readBack: ({ fields }) => {
      const own = values();
      const isList = fields[0] === listAll;
      const asked = isList ? Object.keys(own) : fields.filter((_, at) => at % 2 === 0);
      const known = asked.map((key) => extensionFields({ [key]: own[key] }) ?? (isList ? [] : [key]));
      return [...(isList ? [listAll] : []), ...known.flat()];
    },
    status: (identity) => {
      const [[interval], [code, zone], [profile]] = [fieldsOf('UPLOAD'), fieldsOf('LZ'), fieldsOf('PROFILE')];
      const settings = `upload:${interval}S;language:${code};zone:${zone};profile:${profile};`;
      return `ver:VARDE_V${firmware}_2026.11.01;ID:${identity};${settings}`;
    },
    values,
  };
}
