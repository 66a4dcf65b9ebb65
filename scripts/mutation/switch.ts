declare global {
  /** Instrumented sources ask this at each mutant: is it the one that is tried now? */
  var __mutate: ((id: number) => boolean) | undefined;
}

/** About four seconds of a loop that does nothing else. */
export const maxSteps = 200_000_000;

/** Which mutant is tried in this process, and what mutants were reached. */
export function installSwitch(mutant: number | null) {
  const state = {
    active: mutant,
    reached: new Set<number>(),
    steps: 0,
    maxSteps,
  };
  globalThis.__mutate = (id) => {
    state.steps += 1;
    if (state.active !== null && state.steps > state.maxSteps)
      throw new Error('this mutant loops without end');
    state.reached.add(id);
    return state.active === id;
  };
  return state;
}
