import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Count, stepsOf, withCount } from './step-counts.ts';

const given = (...counts: Count[]) => counts.reduce<readonly Count[]>(withCount, []);

describe('the steps of a day', () => {
  it.each<[string, Count[], number | null, number]>([
    ['are what the first counter of a device says', [[1, 300]], null, 300],
    [
      'are what was added since the last count of the day before',
      [
        [1, 5010],
        [2, 5300],
      ],
      5000,
      300,
    ],
    [
      'begin at 0 for a counter that starts again at midnight',
      [
        [1, 20],
        [2, 700],
      ],
      5000,
      700,
    ],
    [
      'go on after the device was restarted',
      [
        [1, 300],
        [2, 40],
        [3, 90],
      ],
      0,
      390,
    ],
    [
      'do not count a leap that nobody walks',
      [
        [1, 100],
        [2, 100_101],
        [3, 100_151],
      ],
      0,
      150,
    ],
    ['are 0 while the counter stands', [[1, 800]], 800, 0],
  ])('%s', (_, counts, before, expected) => {
    expect(stepsOf(given(...counts), before)).toBe(expected);
  });

  it('are the same in whatever order the counts arrive, and each of them any number of times', () => {
    const walk = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 20 });
    const counted = walk.chain((walked) => {
      let total = 0;
      const counts = walked.map((steps, at): Count => {
        total += steps;
        return [at, total];
      });
      const some = fc.shuffledSubarray(counts, { minLength: 1 });
      return fc.tuple(some, fc.shuffledSubarray(counts)).map(([first, again]) => ({ first, again, counts }));
    });
    fc.assert(
      fc.property(counted, ({ first, again }) => {
        const known = [...first, ...again];
        const highest = Math.max(...known.map(([, steps]) => steps));
        expect(stepsOf(given(...known), 0)).toBe(highest);
      }),
    );
  });

  it('show a restart that a late count reveals', () => {
    const known = given([1, 100], [5, 120]);
    expect(stepsOf(known, 0)).toBe(120);
    expect(stepsOf(withCount(known, [3, 3000]), 0)).toBe(3120);
  });
});

describe('the counts of a day', () => {
  it('keep no more than the steps need', () => {
    expect(given([1, 10], [2, 20], [3, 30], [4, 5], [5, 9], [6, 9])).toEqual([
      [1, 10],
      [3, 30],
      [4, 5],
      [5, 9],
    ]);
  });

  it('are the same array when a count adds nothing', () => {
    const known = given([1, 10], [3, 30]);
    expect(withCount(known, [2, 20])).toBe(known);
    expect(withCount(known, [4, 30])).toBe(known);
  });

  it('end where a counter starts again all the time', () => {
    const broken = Array.from({ length: 500 }, (_, at): Count => [at, at % 2 === 0 ? 1000 : 0]);
    expect(given(...broken)).toHaveLength(100);
  });
});
