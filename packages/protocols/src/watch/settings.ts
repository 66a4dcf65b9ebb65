import type { SettingKeyOf } from '@varde/catalogue/hardware/index';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { decodeSettings, type SettingsBindings, type SettingsGroup } from '../settings-groups.ts';
import type { ConfigEntry } from './messages/message.ts';

/** A command of protocol notes 2.4 in words: `FALLDOWN,1,0` is the word `FALLDOWN` with the fields `1` and `0`. */
export interface WatchLine {
  /** In upper case. */
  word: string;
  fields: readonly string[];
}

const upload: SettingsGroup<WatchLine> = {
  keys: ['trackingInterval'],
  encode: ({ trackingInterval: seconds }) =>
    isUploadSeconds(seconds) ? [{ word: 'UPLOAD', fields: [String(seconds)] }] : null,
  decode: (lines) => {
    const trackingInterval = Number(fieldsOfWord(lines, 'UPLOAD')?.[0]);
    return isUploadSeconds(trackingInterval) ? { trackingInterval } : null;
  },
};

const fallDown: SettingsGroup<WatchLine> = {
  keys: ['fallDownAlert'],
  encode: ({ fallDownAlert: on }) => (typeof on === 'boolean' ? [fallDownLine(on)] : null),
  decode: (lines) => {
    const on = fieldsOfWord(lines, 'FALLDOWN')?.[0];
    return on === '1' || on === '0' ? { fallDownAlert: on === '1' } : null;
  },
};

/** The second field would let the watch call the centre by itself; Varde raises the alarm instead. */
const fallDownLine = (on: boolean): WatchLine => ({ word: 'FALLDOWN', fields: [on ? '1' : '0', '0'] });

const allowedCallers = ['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3'] as const;

const whitelist: SettingsGroup<WatchLine> = {
  keys: allowedCallers,
  encode: (values) => {
    const numbers = allowedCallers.map((key) => values[key]);
    return numbers.every(isPhoneField) ? [{ word: 'WHITELIST1', fields: numbers }] : null;
  },
  decode: (lines) => {
    const fields = fieldsOfWord(lines, 'WHITELIST1');
    const numbers = allowedCallers.map((key, place) => [key, fields?.[place] ?? ''] as const);
    if (fields === undefined || !numbers.every(([, number]) => isPhoneField(number))) return null;
    return Object.fromEntries(numbers);
  },
};

/** How each setting travels. A hardware entry that gains a setting without a line here does not compile. */
export const watchSettings: SettingsBindings<WatchLine, SettingKeyOf<'watch'>> = {
  trackingInterval: upload,
  fallDownAlert: fallDown,
  phoneNoWhiteList1: whitelist,
  phoneNoWhiteList2: whitelist,
  phoneNoWhiteList3: whitelist,
};

/** What a watch tells of its settings in `CONFIG`, where `UL` is the report interval in seconds, and the rest. */
export function configSettings(entries: readonly ConfigEntry[]): {
  settings: SettingValues;
  rest: readonly ConfigEntry[];
} {
  const interval = entries.find(({ key }) => key.toUpperCase() === 'UL');
  const settings = interval
    ? decodeSettings(watchSettings, [{ word: 'UPLOAD', fields: [interval.value] }])
    : {};
  if (Object.keys(settings).length === 0) return { settings, rest: entries };
  return { settings, rest: entries.filter((entry) => entry !== interval) };
}

function fieldsOfWord(lines: readonly WatchLine[], word: string): readonly string[] | undefined {
  return lines.find((line) => line.word === word)?.fields;
}

/** "60..65535 s" */
function isUploadSeconds(value: SettingValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 60 && value <= 65_535;
}

/** Nothing but what a dial pad has, because a comma or a bracket would change the frame. Empty: an empty place. */
function isPhoneField(value: SettingValue | undefined): value is string {
  return typeof value === 'string' && /^\+?[0-9*#]{0,20}$/.test(value);
}
