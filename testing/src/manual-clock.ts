import type { Clock } from '@varde/server/platform/clock/clock';

export interface ManualClock extends Clock {
  /** Advances time by this many milliseconds, which are not negative. */
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
      if (ms < 0) throw new RangeError('time does not go back: step sets the wall clock');
      now += ms;
      monotonic += ms;
    },
    step: (ms) => {
      now += ms;
    },
  };
}
