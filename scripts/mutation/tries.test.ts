import { describe, expect, it } from 'vitest';
import { planTries } from './tries.ts';

/** Goes through the tries; `fails` tells which fail, by their order. */
function play(reached: number[], fails: boolean[]) {
  const seen: unknown[] = [];
  const plan = planTries(() => reached, {
    killed: (id) => seen.push(`killed ${id}`),
    survived: (id) => seen.push(`survived ${id}`),
    broken: () => seen.push('broken'),
  });
  let step = plan.next();
  for (const failed of fails) {
    seen.push(step.value);
    step = plan.next(failed);
  }
  return { seen, done: step.done };
}

describe('the tries of a test', () => {
  it('are one without a mutant, and one for each that the test reaches', () => {
    expect(play([4, 5], [false, false, false])).toEqual({
      seen: [null, 4, 'survived 4', 5, 'survived 5'],
      done: true,
    });
  });

  it('end at once when the test fails without a mutant', () => {
    expect(play([4], [true])).toEqual({ seen: [null, 'broken'], done: true });
  });

  it('after a failure, go on when the test passes again', () => {
    expect(play([4, 5], [false, true, false, true, false])).toEqual({
      seen: [null, 4, 'killed 4', null, 5, 'killed 5', null],
      done: true,
    });
  });

  it('a failure counts when nothing was tried since the test passed, even when the test is broken by it', () => {
    expect(play([4, 5], [false, true, true])).toEqual({
      seen: [null, 4, 'killed 4', null, 'broken'],
      done: true,
    });
  });

  it('a failure after a survivor counts only when the test passes again', () => {
    expect(play([4, 5], [false, false, true, true]).seen).toEqual([null, 4, 'survived 4', 5, null, 'broken']);
    expect(play([4, 5], [false, false, true, false]).seen).toEqual([
      null,
      4,
      'survived 4',
      5,
      null,
      'killed 5',
    ]);
  });
});
