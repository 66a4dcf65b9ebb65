import { expect, it, test } from 'vitest';
import { beginningOf } from './beginning-of.ts';

test('a text that is short enough stays as it is', () => {
  expect(beginningOf('Åse', 3)).toBe('Åse');
  expect(beginningOf('', 0)).toBe('');
});

it.each([
  ['an emoji', 'Stua 🏠', 6, 'Stua '],
  ['an emoji of several', 'A👩‍👩‍👧', 5, 'A'],
  ['a flag', 'ab🇳🇴', 4, 'ab'],
  ['a letter with its mark', 'Asa\u030a', 3, 'As'],
  ['a line break', 'ab\r\nc', 3, 'ab'],
])('%s is whole or not there', (_, text, longest, beginning) => {
  expect(beginningOf(text, longest)).toBe(beginning);
});

test('a character that is longer than the whole room is cut, and no half of an emoji is left', () => {
  expect(beginningOf(`a${'\u0301'.repeat(50)}`, 10)).toHaveLength(10);
  expect(beginningOf('👩‍👩‍👧', 1)).toBe('\ufffd');
  expect(beginningOf('👩‍👩‍👧', 4)).toBe('👩‍\ufffd');
});
