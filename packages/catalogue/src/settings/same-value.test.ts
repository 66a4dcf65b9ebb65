import { expect, it } from 'vitest';
import { sameValue } from './same-value.ts';
import type { SettingDefinition, SettingValue } from './types.ts';

const base = { key: 'k', group: 'general', order: 1 } as const;
const toggle: SettingDefinition = { ...base, kind: 'toggle', default: false };
const choice: SettingDefinition = { ...base, kind: 'choice', options: [{ value: 5 }], default: 5 };
const integer: SettingDefinition = { ...base, kind: 'integer', min: 0, max: 60, default: 5 };
const tens: SettingDefinition = { ...integer, step: 10 };
const text: SettingDefinition = { ...base, kind: 'text', maxLength: 30, default: '' };
const phone: SettingDefinition = { ...base, kind: 'phone', default: '' };
const time: SettingDefinition = { ...base, kind: 'time', default: '00:00' };
const phones: SettingDefinition = { ...base, kind: 'phones', most: 3, default: '' };
const hours: SettingDefinition = { ...base, kind: 'hours', default: '' };

it.each<[SettingDefinition, SettingValue | null, SettingValue | null, boolean]>([
  [toggle, true, true, true],
  [toggle, true, false, false],
  [toggle, false, null, false],
  [toggle, null, null, true],
  [choice, 5, 5, true],
  [choice, 5, 6, false],
  [choice, 0, null, false],
  [integer, 5, 5.4, true],
  [integer, 5, 5.5, false],
  [integer, 5, 4.6, true],
  [integer, 0, '', false],
  [integer, '', '', true],
  [tens, 20, 24, true],
  [tens, 20, 25, false],
  [text, 'a', 'a', true],
  [text, 'a', 'a ', false],
  [phone, '+4799999999', '004799999999', true],
  [phone, '+4799999999', '+47 99-99 99 99', true],
  [phone, '+4799999999', '99999999', false],
  [phone, '', '', true],
  [phone, '', '113', false],
  [time, '08:00', '8:00', true],
  [time, '08:00', '08:00:00', true],
  [time, '08:00', '20:00', false],
  [time, '08:00', '08:01', false],
  [phones, '+4799999999,113', '0047 99 99 99 99, 113', true],
  [phones, '113,114', '114,113', false],
  [phones, '', '113', false],
  [hours, '22:00-07:00', '22:00-07:00', true],
  [hours, '22:00-07:00', '22:00-08:00', false],
])('%o: %j and %j are the same value: %s', (definition, a, b, expected) => {
  expect(sameValue(definition, a, b)).toBe(expected);
  expect(sameValue(definition, b, a)).toBe(expected);
});
