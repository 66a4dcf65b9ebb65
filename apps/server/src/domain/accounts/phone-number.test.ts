import { expect, test } from 'vitest';
import { phoneNumber } from './phone-number.ts';

test('a number is stored in international form, whatever separates its digits', () => {
  expect(phoneNumber(1, '912 34 567')).toBe('+4791234567');
  expect(phoneNumber(1, '+46 70-174 06 05')).toBe('+46701740605');
  expect(phoneNumber(4, '070-174 06 05')).toBe('+46701740605');
  expect(phoneNumber(5, '611 1234')).toBe('+3546111234');
});

test.each(['', '12345', '+47 1', 'call me', '912 34 567; drop table users', '+4791234567890123'])(
  '%s is not a phone number',
  (text) => {
    expect(phoneNumber(1, text)).toBeNull();
  },
);
