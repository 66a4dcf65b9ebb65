import type { Clock } from './clock.ts';

export interface SteadyReading {
  /** Wall time, Unix milliseconds; the other fields are too. */
  now: number;
  /** Since when this process has run with an unchanged wall clock: its start, or the last time it was set. */
  since: number;
  /** When the wall clock was set last; null: not since the process started. */
  setAt: number | null;
}

export interface SteadyTime {
  /** To be called every few minutes at least: a step is only noticed during a call. */
  read(): SteadyReading;
}

/** NTP slews smaller differences; a larger one means that the clock was set, or that the machine slept. */
const smallestStepMs = 10_000;

/**
 * Compares the wall clock with the monotonic one. Stored times cannot be compared with the wall clock across a step:
 * measurements of age restart at `since` instead. `onStep` gets each step, milliseconds.
 */
export function createSteadyTime(clock: Clock, onStep: (ms: number) => void): SteadyTime {
  let now = clock.now();
  let monotonic = clock.monotonic();
  let since = now;
  let setAt: number | null = null;
  return {
    read: () => {
      const wallPassed = clock.now() - now;
      const passed = clock.monotonic() - monotonic;
      now += wallPassed;
      monotonic += passed;
      if (Math.abs(wallPassed - passed) >= smallestStepMs) {
        since = now;
        setAt = now;
        onStep(wallPassed - passed);
      }
      return { now, since, setAt };
    },
  };
}
