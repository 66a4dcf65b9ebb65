import type { Clock } from '@varde/server/platform/clock';

export interface ManualClock extends Clock {
  /** Lets so many milliseconds go by. */
  advance(ms: number): void;
  /** Sets the wall clock forwards, or backwards when negative, while no time goes by. */
  step(ms: number): void;
}

/** A clock that stands still until the test moves it. */
export function createManualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let now = start;
  let monotonic = 5000; // a process has run for a moment: neither zero nor wall time
  return {
    now: () => now,
    monotonic: () => monotonic,
    busy: () => monotonic,
    advance: (ms) => {
      now += ms;
      monotonic += ms;
    },
    step: (ms) => {
      now += ms;
    },
  };
}
