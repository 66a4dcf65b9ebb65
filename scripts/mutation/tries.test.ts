import { describe, expect, it } from 'vitest';
import { planTries } from './tries.ts';

/** Goes through the tries; `fails` lists which fail, in their order. */
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

  it('a first failure counts only when the test then passes again without a mutant', () => {
    expect(play([4], [false, true, false])).toEqual({ seen: [null, 4, null, 'killed 4'], done: true });
    expect(play([4], [false, true, true])).toEqual({ seen: [null, 4, null, 'broken'], done: true });
  });

  it('the next failure counts at once, for the test has just passed without a mutant, and that after it does not', () => {
    expect(play([4, 5, 6], [false, true, false, true, true, false]).seen).toEqual([
      ...[null, 4, null, 'killed 4'],
      ...[5, 'killed 5'],
      ...[6, null, 'killed 6'],
    ]);
  });

  it('a failure after a survivor counts only when the test then passes without a mutant', () => {
    expect(play([4, 5], [false, false, true, false]).seen).toEqual([null, 4, 'survived 4', 5, null, 'killed 5']);
    expect(play([4, 5, 6], [false, false, true, true])).toEqual({
      seen: [null, 4, 'survived 4', 5, null, 'broken'],
      done: true,
    });
  });
});
