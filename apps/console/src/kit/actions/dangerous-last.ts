import type { Action } from './action.ts';

type Marked = Pick<Action, 'dangerous'>;

/** The dangerous actions after all others, so that no slip of the finger meets one. */
export const dangerousLast = <Some extends Marked>(actions: readonly Some[]): Some[] =>
  actions.toSorted((one, other) => Number(one.dangerous ?? false) - Number(other.dangerous ?? false));

/** Whether a line sets this action apart from the harmless ones before it. */
export const startsDangerous = (actions: readonly Marked[], at: number): boolean =>
  actions[at]?.dangerous === true && at > 0 && !actions[at - 1]?.dangerous;
