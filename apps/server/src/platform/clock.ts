/** The time as an argument: Unix milliseconds UTC. Tests pass one that they turn themselves. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
