import type { Clock } from './clock.ts';

export interface SteadyReading {
  /** Wall time, Unix milliseconds, as are the others. */
  now: number;
  /** Since when this process has run with a wall clock that nobody set: its start, or the last time it was set. */
  since: number;
  /** When the wall clock was set last; null: not since the process started. */
  setAt: number | null;
}

export interface SteadyTime {
  /** To be asked every few minutes at the least: a step is seen when it is asked. */
  read(): SteadyReading;
}

/** NTP slews smaller differences; a larger one is a clock that was set, or a machine that slept. */
const smallestStepMs = 10_000;

/**
 * Compares the wall clock with the monotonic one. Stored times cannot be compared with the wall clock across a step:
 * who measures how long ago something was starts anew at `since` instead. `onStep` is told of each step, milliseconds.
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
