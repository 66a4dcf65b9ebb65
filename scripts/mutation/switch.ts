declare global {
  /** Instrumented sources ask at each mutant whether it is the one being tried. */
  var __mutate: ((id: number) => boolean) | undefined;
}

/** About four seconds of an empty loop. */
export const maxSteps = 200_000_000;

/** The mutant being tried in this process, and the reached mutants. */
export function installSwitch(mutant: number | null) {
  const state = {
    active: mutant,
    reached: new Set<number>(),
    steps: 0,
    maxSteps,
  };
  globalThis.__mutate = (id) => {
    state.steps += 1;
    if (state.active !== null && state.steps > state.maxSteps) throw new Error('this mutant loops without end');
    state.reached.add(id);
    return state.active === id;
  };
  return state;
}
