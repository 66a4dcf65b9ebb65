import { expect, it } from 'vitest';
import { printable, printableRecord } from './printable.ts';

it('replaces what a database cannot hold and leaves every other letter as it is', () => {
  expect(printable('Bjørg \u0000x\ud83dy 👵')).toBe('Bjørg \ufffdx\ufffdy 👵');
});

it('keeps a key that looks like part of the language as an ordinary key', () => {
  const record = printableRecord([['__proto__', 'a\nb']]);
  expect(Object.entries(record)).toEqual([['__proto__', 'a\ufffdb']]);
});
