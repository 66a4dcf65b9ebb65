import { expect, it } from 'vitest';
import { devicePhone } from './device-phone.ts';

it.each([
  ['999 00 001', '+4799900001'],
  ['+47 (999) 00-001', '+4799900001'],
  ['0046 70 123 45 67', '+46701234567'],
  ['5800 1234 5678', '+47580012345678'],
  ['070 123 45 67', '0701234567'],
  ['', ''],
])('%o is the number %o of a device', (text, number) => {
  expect(devicePhone(text)).toBe(number);
});
