import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('replaces what a database cannot hold and leaves every other letter as it is', () => {
  expect(printable('Bjørg \u0000x\ud83dy 👵')).toBe('Bjørg \ufffdx\ufffdy 👵');
});
