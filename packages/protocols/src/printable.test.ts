import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('replaces characters that a database cannot hold and leaves every other letter unchanged', () => {
  expect(printable('Bjørg \u0000x\ud83dy 👵')).toBe('Bjørg \ufffdx\ufffdy 👵');
});

it('replaces every control character, and no adjacent character', () => {
  for (let code = 0; code < 0x20; code++) expect(printable(String.fromCharCode(code))).toBe('\ufffd');
  expect(printable('\x7f')).toBe('\ufffd');
  expect(printable(' ~\x80')).toBe(' ~\x80');
});
