import { expect, test } from 'vitest';
import { requireStorableText } from './storable-text.ts';

const problemsOf = (parts: Record<string, unknown>): unknown => {
  try {
    requireStorableText(parts);
    return null;
  } catch (error) {
    return (error as { errors?: unknown }).errors;
  }
};

test.each([
  ['a NUL character', 'a\u0000b', 'holds characters that cannot be stored'],
  ['half of a pair', '\ud800', 'holds characters that cannot be stored'],
  ['31 accents on one letter', `e${'\u0301'.repeat(31)}`, 'has too many marks on a letter'],
  ['endless marks', `a${'\u0345\u0301\u0316'.repeat(80_000)}`, 'has too many marks on a letter'],
])('a text with %s is refused wherever it stands, before anything normalises it', (_what, text, message) => {
  const isRefused = (parts: Record<string, unknown>, path: string) =>
    JSON.stringify(problemsOf(parts)) === JSON.stringify([{ path, message }]);
  expect(isRefused({ name: text }, 'name')).toBe(true);
  expect(isRefused({ list: [{ inner: text }] }, 'list.0.inner')).toBe(true);
  expect(isRefused({ list: { [text]: 1 } }, 'list')).toBe(true);
});

test('names as people write them are taken, composed or not', () => {
  for (const name of ['Åse', 'A\u030ase', 'Nguyễn', 'Nguye\u0302\u0303n', 'שָׁלוֹם', 'ประเทศไทย', '👩‍👩‍👧‍👦'])
    expect(problemsOf({ name })).toBeNull();
});
