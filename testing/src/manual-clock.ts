import type { Clock } from '@varde/server/platform/clock';

export interface ManualClock extends Clock {
  /** Moves on by so many milliseconds. */
  advance(ms: number): void;
}

/** A clock that stands still until the test moves it. */
export function createManualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}
