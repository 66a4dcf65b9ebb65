import { describe, expect, it } from 'vitest';
import { type Entry, killedIn, uselessIn } from './journal.ts';

const entries: Entry[] = [
  { type: 'reached', test: 'a', ids: [1, 2] },
  { type: 'killed', id: 2, test: 'a' },
  { type: 'broken', file: 'file', test: 'a' },
  { type: 'broken', file: 'file', test: 'b' },
  { type: 'broken', file: 'file', test: 'b' },
];

describe('a journal', () => {
  it('names the killed mutants', () => {
    expect([...killedIn(entries)]).toEqual([2]);
  });

  it('names the tests that never passed without a mutant, once', () => {
    expect(uselessIn(entries)).toEqual(['b']);
  });
});
