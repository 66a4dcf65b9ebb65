import type { SettingKeyOf } from '@varde/catalogue/hardware/index';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { decodeSettings, type SettingsBindings, type SettingsGroup } from '../settings-groups.ts';
import type { ConfigEntry } from './messages/message.ts';

/** A command of protocol notes 2.4 as words: `FALLDOWN,1,0` is the word `FALLDOWN` with the fields `1` and `0`. */
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

/**
 * The second field of `FALLDOWN` would let the watch call the centre by itself; Varde raises the alarm instead. `LSSET`
 * is the sensitivity, one of six levels of which the first is the most sensitive; it is sent first, so that the watch
 * is never on with an unwanted level. Sensitivity 0 leaves the level unchanged: watches that are turned on and off
 * only.
 */
const fallDown: SettingsGroup<WatchLine> = {
  keys: ['fallDownAlert', 'fallDownSensitivity'],
  encode: ({ fallDownAlert: on, fallDownSensitivity: sensitivity }) => {
    const level = levels.get(sensitivity);
    if (typeof on !== 'boolean' || level === undefined) return null;
    const toggle = { word: 'FALLDOWN', fields: [on ? '1' : '0', '0'] };
    return level === null ? [toggle] : [{ word: 'LSSET', fields: [`${level}+6`] }, toggle];
  },
  decode: (lines) => {
    const on = fieldsOfWord(lines, 'FALLDOWN')?.[0];
    const fallDownSensitivity = sensitivityOf(fieldsOfWord(lines, 'LSSET')?.[0]);
    if ((on !== '1' && on !== '0') || fallDownSensitivity === null) return null;
    return { fallDownAlert: on === '1', fallDownSensitivity };
  },
};

/** The middle of the less and of the more sensitive half of the six levels. */
const levels: ReadonlyMap<SettingValue | undefined, number | null> = new Map([
  [0, null],
  [1, 5],
  [2, 2],
]);

/** Protocol notes 2.4: `level+total`, where the total is 6 or 8. Null: it cannot be read. */
function sensitivityOf(field: string | undefined): number | null {
  if (field === undefined) return 0;
  const [level = 0, total = 0] = (/^([1-8])\+([68])$/.exec(field) ?? []).slice(1).map(Number);
  if (level === 0 || level > total) return null;
  return level * 2 > total ? 1 : 2;
}

/** The alarm that a watch raises when it is taken off. */
const removal: SettingsGroup<WatchLine> = {
  keys: ['watchRemoval'],
  encode: ({ watchRemoval: on }) => (typeof on === 'boolean' ? [{ word: 'REMOVE', fields: [on ? '1' : '0'] }] : null),
  decode: (lines) => {
    const on = fieldsOfWord(lines, 'REMOVE')?.[0];
    return on === '1' || on === '0' ? { watchRemoval: on === '1' } : null;
  },
};

/** The automatic measurement. Sources and doubts of this and the next: docs/protocols/watch-health.md. */
const autoMeasuring: SettingsGroup<WatchLine> = {
  keys: ['heartRateBloodPressureSetting', 'bloodPressureInterval'],
  encode: ({ heartRateBloodPressureSetting: on, bloodPressureInterval: minutes }) =>
    typeof on === 'boolean' && isMeasuringMinutes(minutes)
      ? [{ word: 'HEALTHAUTOSET', fields: ['1', on ? '1' : '0', String(minutes * 60)] }]
      : null,
  decode: (lines) => {
    const [kind, on, seconds] = fieldsOfWord(lines, 'HEALTHAUTOSET') ?? [];
    const bloodPressureInterval = Number(seconds) / 60;
    if (kind !== '1' || (on !== '1' && on !== '0') || !isMeasuringMinutes(bloodPressureInterval)) return null;
    return { heartRateBloodPressureSetting: on === '1', bloodPressureInterval };
  },
};

/** 1 is a measurement on request, which is no setting. */
const heartRate: SettingsGroup<WatchLine> = {
  keys: ['heartRateInterval'],
  encode: ({ heartRateInterval: minutes }) =>
    minutes === 0 || isMeasuringMinutes(minutes) ? [{ word: 'hrtstart', fields: [String(minutes * 60)] }] : null,
  decode: (lines) => {
    const seconds = fieldsOfWord(lines, 'HRTSTART')?.[0];
    const heartRateInterval = Number(seconds) / 60;
    return seconds === '0' || isMeasuringMinutes(heartRateInterval) ? { heartRateInterval } : null;
  },
};

/** "300..65535 s", in whole minutes. */
const isMeasuringMinutes = (value: SettingValue | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 5 && value <= 1092;

const pedometer: SettingsGroup<WatchLine> = {
  keys: ['devicePedometer'],
  encode: ({ devicePedometer: on }) => (typeof on === 'boolean' ? [{ word: 'PEDO', fields: [on ? '1' : '0'] }] : null),
  decode: (lines) => {
    const on = fieldsOfWord(lines, 'PEDO')?.[0];
    return on === '1' || on === '0' ? { devicePedometer: on === '1' } : null;
  },
};

/** What the watch does when somebody calls. */
const profile: SettingsGroup<WatchLine> = {
  keys: ['ringingOn', 'vibrationOn'],
  encode: ({ ringingOn: rings, vibrationOn: vibrates }) =>
    typeof rings === 'boolean' && typeof vibrates === 'boolean'
      ? [{ word: 'profile', fields: [numberOfProfile(rings, vibrates)] }]
      : null,
  decode: (lines) => {
    const [number = ''] = fieldsOfWord(lines, 'PROFILE') ?? [];
    if (!/^[1-4]$/.test(number)) return null;
    return { ringingOn: '12'.includes(number), vibrationOn: '13'.includes(number) };
  },
};

/** 1 rings and vibrates, 2 rings, 3 vibrates, 4 is silent. */
function numberOfProfile(rings: boolean, vibrates: boolean): string {
  if (rings) return vibrates ? '1' : '2';
  return vibrates ? '3' : '4';
}

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

/** The encoding of each setting. A hardware entry that gains a setting without a line here does not compile. */
export const watchSettings: SettingsBindings<WatchLine, SettingKeyOf<'watch'>> = {
  trackingInterval: upload,
  fallDownAlert: fallDown,
  fallDownSensitivity: fallDown,
  watchRemoval: removal,
  heartRateBloodPressureSetting: autoMeasuring,
  heartRateInterval: heartRate,
  bloodPressureInterval: autoMeasuring,
  devicePedometer: pedometer,
  ringingOn: profile,
  vibrationOn: profile,
  phoneNoWhiteList1: whitelist,
  phoneNoWhiteList2: whitelist,
  phoneNoWhiteList3: whitelist,
};

/** The words of the commands for settings. */
export const settingWords: ReadonlySet<string> = new Set([
  'UPLOAD',
  'FALLDOWN',
  'LSSET',
  'REMOVE',
  'HRTSTART',
  'HEALTHAUTOSET',
  'PEDO',
  'PROFILE',
  'WHITELIST1',
]);

/** The settings that a watch reports in `CONFIG`, where `UL` is the report interval in seconds, and the rest. */
export function configSettings(entries: readonly ConfigEntry[]): {
  settings: SettingValues;
  rest: readonly ConfigEntry[];
} {
  const interval = entries.find(({ key }) => key.toUpperCase() === 'UL');
  const settings = interval ? decodeSettings(watchSettings, [{ word: 'UPLOAD', fields: [interval.value] }]) : {};
  if (Object.keys(settings).length === 0) return { settings, rest: entries };
  return { settings, rest: entries.filter((entry) => entry !== interval) };
}

function fieldsOfWord(lines: readonly WatchLine[], word: string): readonly string[] | undefined {
  return lines.find((line) => line.word.toUpperCase() === word)?.fields;
}

/** "60..65535 s" */
function isUploadSeconds(value: SettingValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 60 && value <= 65_535;
}

/** Characters of a dial pad only, because a comma or a bracket would change the frame. Empty: an empty place. */
function isPhoneField(value: SettingValue | undefined): value is string {
  return typeof value === 'string' && /^\+?[0-9*#]{0,20}$/.test(value);
}
