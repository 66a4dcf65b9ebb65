/** Time as an argument. Tests pass one that they turn themselves. */
export interface Clock {
  /** Wall time, Unix milliseconds UTC. It is set by people and by NTP, and jumps in both directions. */
  now(): number;
  /** Milliseconds since an arbitrary moment. It never jumps: for lengths of time within this process. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
