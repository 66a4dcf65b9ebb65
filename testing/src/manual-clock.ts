import type { Clock } from '@varde/server/platform/clock';

export interface ManualClock extends Clock {
  /** Advances time by this many milliseconds. */
  advance(ms: number): void;
  /** Sets the wall clock forwards, or backwards when negative, without elapsed time. */
  step(ms: number): void;
}

/** A clock that only the test advances. */
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
