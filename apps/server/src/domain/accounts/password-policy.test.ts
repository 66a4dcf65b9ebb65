import { expect, test } from 'vitest';
import { passwordFault } from './password-policy.ts';

const fault = (password: string) => passwordFault(password, 'solveig.haugland@example.no');

test.each([
  'correct horse battery',
  'fjellrev spiser blåbær',
  'vK9#tq2Lz!mP',
  'kaffekopp under trappa',
  'bussen gikk 07.14',
  'jeg elsker min mamma og pappa', // common words that form a passphrase
  'ЖукЛетитНадПолем',
])('%s is accepted', (password) => {
  expect(fault(password)).toBeNull();
});

test.each([
  ['kort', 'tooShort'],
  ['elleve tegn', 'tooShort'],
  ['x'.repeat(201), 'tooLong'],
  ['solveig.haugland', 'likeUsername'],
  ['Solveig.Haugland2026', 'likeUsername'],
] as const)('%s is refused as %s', (password, expected) => {
  expect(fault(password)).toBe(expected);
});

test.each([
  'password1234',
  'Passord12345!',
  'P@ssw0rd2026!!',
  'Sommer2026!!!!',
  'Vinteren 2026',
  'velkommen1234',
  'Velkommen til Varde',
  'qwertyuiop123',
  'qwertyuiopasdf',
  'asdfghjkløæ12',
  '1q2w3e4r5t6y',
  '123456789012',
  '987654321098',
  '14.07.1985 2026',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'Rosenborg1917!',
  'iloveyou12345',
  'admin.admin.admin',
  'TrygghetsAlarm1',
  'sykehjem-2026',
])('%s is refused as too common', (password) => {
  expect(fault(password)).toBe('tooCommon');
});

test('a password of the greatest length is judged: the number of its splits does not matter', () => {
  const faults = ['a', 'x', 'ab ', 'æ'].map((letter) => fault(letter.repeat(200).slice(0, 200)));
  expect(faults).toEqual(['tooCommon', 'tooCommon', 'tooCommon', 'tooCommon']);
});
