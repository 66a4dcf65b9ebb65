import { expect, it } from 'vitest';
import type { SettingDefinition, SettingValue } from './types.ts';
import { type SettingError, validateSetting } from './validate-setting.ts';

const base = { key: 'k', group: 'general', order: 1 } as const;
const toggle: SettingDefinition = { ...base, kind: 'toggle', default: false };
const choice: SettingDefinition = { ...base, kind: 'choice', options: [{ value: 5 }], default: 5 };
const integer: SettingDefinition = { ...base, kind: 'integer', min: 5, max: 60, step: 5, default: 5 };
const anyInteger: SettingDefinition = { ...base, kind: 'integer', min: 0, max: 9, default: 0 };
const offset: SettingDefinition = { ...base, kind: 'integer', min: 3, max: 60, step: 5, default: 3 };
const text: SettingDefinition = { ...base, kind: 'text', maxLength: 3, default: '' };
const code: SettingDefinition = { ...text, digits: true };
const phone: SettingDefinition = { ...base, kind: 'phone', default: '' };
const time: SettingDefinition = { ...base, kind: 'time', default: '00:00' };
const listed: SettingDefinition = { ...time, options: ['22:00', '23:00'], default: '22:00' };
const phones: SettingDefinition = { ...base, kind: 'phones', most: 2, default: '' };
const hours: SettingDefinition = { ...base, kind: 'hours', default: '' };

it.each<[SettingDefinition, SettingValue, SettingError | null]>([
  [toggle, true, null],
  [toggle, 'true', 'wrongType'],
  [choice, 5, null],
  [choice, '5', 'notAnOption'],
  [choice, 6, 'notAnOption'],
  [integer, 60, null],
  [integer, 5, null],
  [integer, 0, 'tooSmall'],
  [anyInteger, 7, null],
  [offset, 8, null],
  [offset, 10, 'notAStep'],
  [integer, 65, 'tooLarge'],
  [integer, 7, 'notAStep'],
  [integer, 5.5, 'wrongType'],
  [integer, Number.NaN, 'wrongType'],
  [text, 'abc', null],
  [text, 'abcd', 'tooLong'],
  [text, 'a\r', 'forbiddenCharacter'],
  [text, 1, 'wrongType'],
  [code, '012', null],
  [code, '', null],
  [code, '0123', 'tooLong'],
  [code, '01a', 'notDigits'],
  [phone, '', null],
  [phone, '+4799999999', null],
  [phone, '+47580000123456', null],
  [phone, '113', null],
  [phone, '99 99 99 99', 'notAPhoneNumber'],
  [phone, '1,2]', 'notAPhoneNumber'],
  [phone, 113, 'wrongType'],
  [time, '23:59', null],
  [time, '24:00', 'notATime'],
  [listed, '23:00', null],
  [listed, '21:00', 'notAnOption'],
  [phones, '', null],
  [phones, '113,+4799999999', null],
  [phones, '113,', 'notAPhoneNumber'],
  [phones, '113;114', 'notAPhoneNumber'],
  [phones, '113,114,115', 'tooManyNumbers'],
  [phones, 113, 'wrongType'],
  [hours, '', null],
  [hours, '22:00-07:00', null],
  [hours, '22:00-22:00', 'notHours'],
  [hours, '22:00', 'notHours'],
  [hours, '22:00-24:00', 'notHours'],
  [hours, 22, 'wrongType'],
])('judges %o with value %o as %s', (definition, value, expected) => {
  expect(validateSetting(definition, value)).toBe(expected);
});

const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

it('allows no control character in a text, a number or a time: one could end a command on the wire', () => {
  for (const code of [...codes(0x00, 0x1f), ...codes(0x7f, 0x9f)]) {
    const sign = String.fromCharCode(code);
    for (const value of [sign, `a${sign}`, `${sign}a`, `a${sign}b`])
      expect(validateSetting(text, value), `U+${code.toString(16)}`).toBe('forbiddenCharacter');
    for (const value of [`113${sign}`, `${sign}113`]) expect(validateSetting(phone, value)).toBe('notAPhoneNumber');
    for (const value of [`12:00${sign}`, `${sign}12:00`]) expect(validateSetting(time, value)).toBe('notATime');
  }
  for (const code of [0x20, 0x7e, 0xa0, 0xe5, 0x2028])
    expect(validateSetting(text, String.fromCharCode(code))).toBeNull();
});
