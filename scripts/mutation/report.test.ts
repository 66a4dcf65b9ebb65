import { describe, expect, it } from 'vitest';
import { listMutants } from './mutants.ts';
import { readAccepted, scoreOf } from './report.ts';
import { sampleOf } from './sample.ts';

const mutants = listMutants('a.ts', 'const a = true;\nconst b = [c, d];');
const entry = { file: 'a.ts', line: 'const a = true;', change: 'true → false', reason: 'no difference' };

describe('the score', () => {
  it('is the share of killed mutants', () => {
    expect(scoreOf(mutants, new Set([1]), [])).toMatchObject({
      percent: 50,
      killed: 1,
      survivors: [{ id: 0 }],
    });
    expect(scoreOf([], new Set(), [])).toMatchObject({ percent: 100 });
  });

  it('leaves out accepted survivors', () => {
    expect(scoreOf(mutants, new Set([1]), [entry])).toMatchObject({
      percent: 100,
      accepted: 1,
      survivors: [],
      stale: [],
    });
    for (const other of [{ file: 'b.ts' }, { line: 'const b = true;' }, { change: 'true → 1' }])
      expect(scoreOf(mutants, new Set([1]), [{ ...entry, ...other }])).toMatchObject({
        percent: 50,
        accepted: 0,
      });
  });

  it('names accepted ones that are killed now, of the files that were tried', () => {
    expect(scoreOf(mutants, new Set([0, 1]), [entry, { ...entry, file: 'b.ts' }]).stale).toEqual([entry]);
  });

  it('every accepted survivor has a reason', () => {
    const accepted = readAccepted(`${import.meta.dirname}/accepted`);
    expect(accepted.filter(({ reason }) => reason.length < 10)).toEqual([]);
  });
});

describe('a sample', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  it('is the same for the same seed, another for another, and in order', () => {
    expect(sampleOf(items, 10, 1)).toEqual(sampleOf(items, 10, 1));
    expect(sampleOf(items, 10, 1)).not.toEqual(sampleOf(items, 10, 2));
    expect(sampleOf(items, 10, 3)).toEqual(sampleOf(items, 10, 3).toSorted((a, b) => a - b));
    expect(new Set(sampleOf(items, 10, 1)).size).toBe(10);
  });
  it('is all mutants when there are fewer', () => {
    expect(sampleOf(items, 1000, 1)).toEqual(items);
  });
});
