import type { SettingKeyOf } from '@varde/catalogue/hardware/index';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import type { ConfigEntry } from './messages/message.ts';

/** A setting that watches have. */
export type WatchSettingKey = SettingKeyOf<'watch'>;

/** The command that a setting travels in. Settings of one group are only written together. */
export type WatchWireGroup = 'UPLOAD' | 'FALLDOWN' | 'WHITELIST1';

/** Every setting of every watch; a new one in the catalogue does not compile until it stands here. */
export const watchWireGroups: Readonly<Record<WatchSettingKey, WatchWireGroup>> = {
  trackingInterval: 'UPLOAD',
  fallDownAlert: 'FALLDOWN',
  phoneNoWhiteList1: 'WHITELIST1',
  phoneNoWhiteList2: 'WHITELIST1',
  phoneNoWhiteList3: 'WHITELIST1',
};

interface GroupCodec {
  keys: readonly WatchSettingKey[];
  /** Null when a value is missing or cannot be sent. */
  encode(values: SettingValues): string[] | null;
  decode(fields: readonly string[]): SettingValues | null;
}

const whitelistKeys = ['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3'] as const;

/** Protocol notes 2.4. */
export const groupCodecs: Readonly<Record<WatchWireGroup, GroupCodec>> = {
  UPLOAD: {
    keys: ['trackingInterval'],
    encode: ({ trackingInterval: seconds }) => (isUploadSeconds(seconds) ? [String(seconds)] : null),
    decode: ([seconds]) => {
      const trackingInterval = Number(seconds);
      return isUploadSeconds(trackingInterval) ? { trackingInterval } : null;
    },
  },
  FALLDOWN: {
    keys: ['fallDownAlert'],
    // The second field would let the watch call the centre by itself; Varde raises the alarm instead.
    encode: ({ fallDownAlert: on }) => (typeof on === 'boolean' ? [on ? '1' : '0', '0'] : null),
    decode: ([on]) => (on === '1' || on === '0' ? { fallDownAlert: on === '1' } : null),
  },
  WHITELIST1: {
    keys: whitelistKeys,
    encode: (values) => {
      const numbers = whitelistKeys.map((key) => values[key]);
      return numbers.every(isPhoneField) ? numbers : null;
    },
    decode: (fields) => {
      const numbers = whitelistKeys.map((_key, place) => fields[place] ?? '');
      if (!numbers.every(isPhoneField)) return null;
      return Object.fromEntries(whitelistKeys.map((key, place) => [key, numbers[place] ?? '']));
    },
  },
};

/** `writeSettings` as one command, or a short reason why it cannot be one. One command writes one wire group. */
export function encodeSettings(
  values: SettingValues,
): { group: WatchWireGroup; fields: string[] } | { reason: string } {
  const keys = Object.keys(values);
  if (!keys.every(isWatchSettingKey)) return { reason: 'unknownSetting' };
  const groups = new Set(keys.map((key) => watchWireGroups[key]));
  const [group] = groups;
  if (group === undefined) return { reason: 'noSettings' };
  if (groups.size > 1) return { reason: 'severalWireGroups' };
  const codec = groupCodecs[group];
  if (!codec.keys.every((key) => key in values)) return { reason: 'incompleteWireGroup' };
  const fields = codec.encode(values);
  return fields === null ? { reason: 'illegalValue' } : { group, fields };
}

/** What a watch tells of its settings in `CONFIG`, where `UL` is the report interval in seconds, and the rest. */
export function configSettings(entries: readonly ConfigEntry[]): {
  settings: SettingValues;
  rest: readonly ConfigEntry[];
} {
  const interval = entries.find(({ key }) => key.toUpperCase() === 'UL');
  const settings = interval ? groupCodecs.UPLOAD.decode([interval.value]) : null;
  if (settings === null) return { settings: {}, rest: entries };
  return { settings, rest: entries.filter((entry) => entry !== interval) };
}

export function isWireGroup(word: string): word is WatchWireGroup {
  return Object.hasOwn(groupCodecs, word);
}

function isWatchSettingKey(key: string): key is WatchSettingKey {
  return Object.hasOwn(watchWireGroups, key);
}

/** "60..65535 s" */
function isUploadSeconds(value: SettingValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 60 && value <= 65_535;
}

/** Nothing but what a dial pad has, because a comma or a bracket would change the frame. Empty: an empty place. */
function isPhoneField(value: SettingValue | undefined): value is string {
  return typeof value === 'string' && /^\+?[0-9*#]{0,20}$/.test(value);
}
