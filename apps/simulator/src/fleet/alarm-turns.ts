import type { BehaviourName } from '../behaviours/index.ts';

/** Milliseconds. For an observer: one alarm at a time, soon enough to be seen, seldom enough to be handled. */
const paces: { readonly [N in BehaviourName]?: { first: number; every: number } } = {
  pressesSos: { first: 30_000, every: 180_000 },
  falls: { first: 120_000, every: 420_000 },
  // Of a wearer who leaves a fence: out, and back again, before the next one.
  wandersOff: { first: 60_000, every: 1_200_000 },
};

/** The alarm times of each device of a fleet: those with the same behaviour take turns. */
export function alarmTurns(behaviours: readonly BehaviourName[]): { first: number; every: number }[] {
  return behaviours.map((behaviour, i) => {
    const { first, every } = paces[behaviour] ?? { first: 0, every: Number.MAX_SAFE_INTEGER };
    const sharing = behaviours.filter((other) => other === behaviour).length;
    const turn = behaviours.slice(0, i).filter((other) => other === behaviour).length;
    return { first: first + turn * every, every: sharing * every };
  });
}
