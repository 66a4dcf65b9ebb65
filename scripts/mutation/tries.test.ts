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

  it('a failure counts when nothing was tried since the test passed without a mutant', () => {
    expect(play([4], [false, true])).toEqual({ seen: [null, 4, 'killed 4'], done: true });
  });

  it.each([
    ['another failure', true, 'killed 4'],
    ['a survivor', false, 'survived 4'],
  ])('a failure after %s counts only when the test then passes without a mutant', (_, failed, verdict) => {
    expect(play([4, 5, 6], [false, failed, true, false, true]).seen).toEqual([
      ...[null, 4, verdict],
      ...[5, null, 'killed 5'],
      ...[6, 'killed 6'],
    ]);
    expect(play([4, 5, 6], [false, failed, true, true])).toEqual({
      seen: [null, 4, verdict, 5, null, 'broken'],
      done: true,
    });
  });
});
