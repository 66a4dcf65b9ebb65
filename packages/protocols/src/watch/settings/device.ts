import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingsGroup } from '../../settings-groups.ts';
import { extensionFields, extensionValues } from './extension.ts';
import { fieldsOfWord, toggle, type WatchLine } from './line.ts';

export const upload: SettingsGroup<WatchLine> = {
  keys: ['trackingInterval'],
  encode: ({ trackingInterval: seconds }) =>
    isUploadSeconds(seconds) ? [{ word: 'UPLOAD', fields: [String(seconds)] }] : null,
  decode: (lines) => {
    const trackingInterval = Number(fieldsOfWord(lines, 'UPLOAD')?.[0]);
    return isUploadSeconds(trackingInterval) ? { trackingInterval } : null;
  },
};

/** "60..65535 s" */
function isUploadSeconds(value: SettingValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 60 && value <= 65_535;
}

/** The codes of the languages that Varde offers. Norwegian and Icelandic have none: they travel in the extension. */
const languageCodes: ReadonlyMap<SettingValue, string> = new Map([
  ['en', '0'],
  ['sv', '13'],
  ['da', '23'],
]);

/**
 * Language and time zone in one command. An empty language leaves that of the watch unchanged (encode vector
 * watch-enc-005): that of a watch without the setting, and one without a code, which follows in the extension.
 */
export const languageAndZone: SettingsGroup<WatchLine> = {
  keys: ['soundFilesLanguage', 'timeZone'],
  encode: ({ soundFilesLanguage: language, timeZone: minutes }) => {
    if (!isZone(minutes)) return null;
    const line = (code: string) => ({ word: 'LZ', fields: [code, zoneField(minutes)] });
    if (language === undefined) return [line('')];
    const code = languageCodes.get(language);
    if (code !== undefined) return [line(code)];
    const fields = extensionFields({ soundFilesLanguage: language });
    return fields === null ? null : [line(''), { word: 'CFG', fields }];
  },
  decode: (lines) => {
    const [code = '', zone] = fieldsOfWord(lines, 'LZ') ?? [];
    const minutes = minutesOfZone(zone);
    const [language] = [...languageCodes].find(([, one]) => one === code) ?? [];
    const soundFilesLanguage = language ?? extensionValues(lines).soundFilesLanguage;
    if (minutes === null && soundFilesLanguage === undefined) return null;
    return {
      ...(soundFilesLanguage !== undefined && { soundFilesLanguage }),
      ...(minutes !== null && { timeZone: minutes }),
    };
  },
};

/** Minutes east of UTC in the watch's format: hours with sign, `+1`, `-11.5`, `+5.75`. */
export function zoneField(offsetMinutes: number): string {
  return `${offsetMinutes < 0 ? '' : '+'}${offsetMinutes / 60}`;
}

/** `+5.75`, `8.00` and `-11.5` are hours. */
function minutesOfZone(zone: string | undefined): number | null {
  if (zone === undefined || !/^[+-]?\d{1,2}(\.\d{1,2})?$/.test(zone)) return null;
  const minutes = Number(zone) * 60 + 0;
  return isZone(minutes) ? minutes : null;
}

/** Quarters of an hour, from 12 hours before UTC to 14 after. */
function isZone(minutes: SettingValue | undefined): minutes is number {
  return typeof minutes === 'number' && minutes % 15 === 0 && minutes >= -720 && minutes <= 840;
}

/** Commands by SMS need it. */
export const password: SettingsGroup<WatchLine> = {
  keys: ['smsPassword'],
  encode: ({ smsPassword: digits }) => (isPassword(digits) ? [{ word: 'PW', fields: [digits] }] : null),
  decode: (lines) => {
    const digits = fieldsOfWord(lines, 'PW')?.[0];
    return isPassword(digits) ? { smsPassword: digits } : null;
  },
};

const isPassword = (value: SettingValue | undefined): value is string =>
  typeof value === 'string' && /^[0-9]{1,6}$/.test(value);

/** It sleeps at night. 4G models only. */
export const powerSaving = toggle('powerSaving', 'APPLOCK', 'YJ-');
