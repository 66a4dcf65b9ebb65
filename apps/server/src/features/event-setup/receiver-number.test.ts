import type { ReceiverChannel } from '@varde/contract/event-setup-form';
import { expect, test } from 'vitest';
import { receiverNumber } from './receiver-number.ts';

const rules = { market: 1, ofDevice: '+4790000007', ofVarde: ['+4759440000'] } as const;
const read = (typed: string, channels: ReceiverChannel[] = ['sms']) => receiverNumber(typed, channels, rules);

test.each([
  ['a mobile number of the market', '912 34 567', '+4791234567'],
  ['one of another country', '+46 70-174 06 05', '+46701740605'],
  ['one of a country that does not tell mobile numbers from landlines', '+1 212 555 1234', '+12125551234'],
])('%s is taken for SMS and calls', (_title, typed, number) => {
  expect(read(typed, ['sms', 'call'])).toEqual({ number });
});

test.each([
  ['a landline', '22 33 44 55'],
  ['a number of five digits', '02800'],
  ['a free number', '800 12 345'],
])('%s is taken for calls alone, and not for SMS', (_title, typed) => {
  expect(read(typed, ['call'])).toHaveProperty('number');
  expect(read(typed, ['call', 'sms'])).toEqual({ fault: 'noSms' });
});

test.each([
  ['a premium-rate number', '829 12 345', 'premium'],
  ['a premium-rate number of another country', '+46 900 123 456', 'premium'],
  ["the device's own number", '900 00 007', 'ofDevice'],
  ['a number from which Varde sends', '+47 59 44 00 00', 'ofVarde'],
  ['an emergency number', '113', 'invalid'],
  ['a number that is too short', '9123', 'invalid'],
  ['a text with a number in it', 'ring 91234567', 'invalid'],
  ['a word', 'Kari', 'invalid'],
])('%s is refused, whatever the channel', (_title, typed, fault) => {
  for (const channels of [['sms'], ['call'], ['email']] as const) expect(read(typed, [...channels])).toEqual({ fault });
});

test('a device without a number, and a list of a customer, refuse none as its own', () => {
  expect(receiverNumber('900 00 007', ['sms'], { ...rules, ofDevice: null })).toEqual({
    number: '+4790000007',
  });
});
