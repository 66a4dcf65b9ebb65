import type { SettingsGroup } from '../../settings-groups.ts';
import { fieldsOfWord, isPhoneField, toggle, type WatchLine } from './line.ts';

/** What the watch does when somebody calls. */
export const profile: SettingsGroup<WatchLine> = {
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

/** In the place of the numbers of `ACALL`. */
const nobody = '0';

/** The allowed callers, and whether the watch answers them by itself: without a number it answers nobody. */
export const callers: SettingsGroup<WatchLine> = {
  keys: [...allowedCallers, 'answerIncoming'],
  encode: ({ answerIncoming: answers, ...values }) => {
    const numbers = allowedCallers.map((key) => values[key]);
    if (!numbers.every(isPhoneField) || (answers !== 0 && answers !== 1)) return null;
    const answered = answers === 1 ? numbers.filter((number) => number !== '') : [];
    if (answered[0] === nobody) return null;
    return [
      { word: 'WHITELIST1', fields: numbers },
      { word: 'ACALL', fields: answered.length === 0 ? [nobody] : answered },
    ];
  },
  decode: (lines) => {
    const fields = fieldsOfWord(lines, 'WHITELIST1');
    const answered = fieldsOfWord(lines, 'ACALL')?.[0];
    const numbers = allowedCallers.map((key, place) => [key, fields?.[place] ?? ''] as const);
    if (fields === undefined || !numbers.every(([, number]) => isPhoneField(number))) return null;
    return {
      ...Object.fromEntries(numbers),
      ...(answered !== undefined && { answerIncoming: answered === nobody ? 0 : 1 }),
    };
  },
};

/** Only the allowed callers and the phone book get through. */
export const callFilter = toggle('aclCheck', 'DEVREFUSEPHONESWITCH');

const sosPlaces = 3;

/** Whom the watch calls at an alarm, in turn. */
export const sosNumbers: SettingsGroup<WatchLine> = {
  keys: ['sosNumbers'],
  encode: ({ sosNumbers: list }) => {
    if (typeof list !== 'string') return null;
    const numbers = list === '' ? [] : list.split(',');
    if (numbers.length > sosPlaces || !numbers.every((number) => number !== '' && isPhoneField(number))) return null;
    return [{ word: 'SOS', fields: Array.from({ length: sosPlaces }, (_, place) => numbers[place] ?? '') }];
  },
  decode: (lines) => {
    const fields = fieldsOfWord(lines, 'SOS');
    if (fields === undefined || fields.length > sosPlaces || !fields.every(isPhoneField)) return null;
    return { sosNumbers: fields.filter((number) => number !== '').join(',') };
  },
};

const hours = /^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$/;
/** Hours that end as they begin are none. */
const noHours = '00:00-00:00';

/** Four hours of a day, of which Varde uses the first. */
export const doNotDisturb: SettingsGroup<WatchLine> = {
  keys: ['doNotDisturb'],
  encode: ({ doNotDisturb: first }) => {
    if (typeof first !== 'string' || (first !== '' && !isHours(first))) return null;
    return [{ word: 'SILENCETIME', fields: [first === '' ? noHours : first, noHours, noHours, noHours] }];
  },
  decode: (lines) => {
    const first = fieldsOfWord(lines, 'SILENCETIME')?.[0];
    if (first === undefined || !hours.test(first)) return null;
    return { doNotDisturb: isHours(first) ? first : '' };
  },
};

function isHours(text: string): boolean {
  const [from, to] = text.split('-');
  return hours.test(text) && from !== to;
}
