import { describe, expect, test } from 'vitest';
import { enteredCode, enteredDeviceNumber, enteredMac, enteredNumber, enteredText, nameKey } from './entered-text.ts';

describe('a text that somebody has entered', () => {
  test.each([
    ['letters that a Mac has taken apart', 'A\u030ase Bj\u00f8rnstad', 'Åse Bjørnstad'],
    ['spaces of a word processor', 'Rom\u00a01\u202f2\u2009a\u3000b\tc', 'Rom 1 2 a b c'],
    ['marks of direction around a name of a phone’s contacts', '\u202aKari\u202c \u2068Vakt\u2069', 'Kari Vakt'],
    ['a byte order mark, zero-width spaces and soft hyphens', '\ufeffRom\u200b\u2060 o\u00adst', 'Rom ost'],
    ['line separators', 'en\u2028to\u2029tre', 'en\nto\ntre'],
  ])('is stored without %s', (_what, entered, stored) => {
    expect(enteredText(entered)).toBe(stored);
  });

  test.each(['👩‍👩‍👧 ❤️', 'क्‍ष', 'שָׁלוֹם', 'מרפאה\u200f', 'to\nlinjer', 'O’Neill – «Bjørg»', 'ﬁ ½'])(
    'keeps what it says: %j',
    (text) => {
      expect(enteredText(text)).toBe(text);
    },
  );
});

test('towers of accents are cut, and take no time: a message with one would hold up every alarm', () => {
  const began = performance.now();
  expect(enteredText(`a${'\u0315'.repeat(50_000)}${'\u0316'.repeat(50_000)}b`)).toBe(`a${'\u0315'.repeat(30)}b`);
  expect(performance.now() - began).toBeLessThan(500);
});

/** As iOS, Windows, WhatsApp and a web page put them round a number that is copied. */
const invisible = [
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
  ...['\u2060', '\u2061', '\u2066', '\u2067', '\u2068', '\u2069', '\ufeff', '\ufe0e', '\ufe0f', '\u00ad', '\u061c'],
];

test('what identifies has no invisible characters, plain hyphens, and no spaces around it', () => {
  for (const mark of invisible)
    expect(enteredCode(`${mark}\u00a0SN${mark}-0304${mark} \u202f`), JSON.stringify(mark)).toBe('SN-0304');
  for (const hyphen of '‐‑‒–—−－') expect(enteredCode(`SN${hyphen}1`)).toBe('SN-1');
});

test.each([
  ['912 34 567', '91234567'],
  ['+47\u00a0912\u202f34\u2009567', '+4791234567'],
  ['\u202a+47 912‑34‑567\u202c', '+4791234567'],
  ['(0047) 912/34.567', '+4791234567'],
  ['+1 (212) 555–0100', '+12125550100'],
  ['', ''],
])('%j is the number %j', (entered, number) => {
  expect(enteredNumber(entered)).toBe(number);
});

test.each([
  ['999 00 001', '+4799900001'],
  ['+47 (999) 00-001', '+4799900001'],
  ['0046 70 123 45 67', '+46701234567'],
  ['5800 1234 5678', '+47580012345678'],
  ['4790000000', '+4790000000'],
  ['47580012345678', '+47580012345678'],
  ['47900000', '+4747900000'],
  ['4712345678', '4712345678'],
  ['070 123 45 67', '0701234567'],
  ['', ''],
])('%j is the number %j of a device', (entered, number) => {
  expect(enteredDeviceNumber(entered)).toBe(number);
});

test.each([
  ['02-AD-24-49-EA-60', '02:ad:24:49:ea:60'],
  ['02ad.2449.ea60', '02:ad:24:49:ea:60'],
  ['\u200e02AD2449EA60 ', '02:ad:24:49:ea:60'],
  ['02–ad–24–49–ea–60', '02:ad:24:49:ea:60'],
  ['02ad2449ea6', '02ad2449ea6'],
])('%j is the MAC address %j', (entered, mac) => {
  expect(enteredMac(entered)).toBe(mac);
});

test('names are the same in any case and however their letters were put together, but not with other letters', () => {
  expect(nameKey(' A\u030aS\u00a0Sykehjem')).toBe(nameKey('ås sykehjem'));
  expect(nameKey('Bø')).not.toBe(nameKey('Bo'));
});
