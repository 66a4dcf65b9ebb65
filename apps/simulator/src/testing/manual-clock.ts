import type { Clock } from '../timing/clock.ts';

export interface ManualClock extends Clock {
  /** Advances time and runs due plans, in order, each at its own time. */
  advance(milliseconds: number): void;
}

/** A clock for tests that only the test advances. */
export function createManualClock(start = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let now = start;
  const plans = new Set<{ due: number; run: () => void }>();

  return {
    now: () => now,
    after(milliseconds, run) {
      const plan = { due: now + milliseconds, run };
      plans.add(plan);
      return () => plans.delete(plan);
    },
    advance(milliseconds) {
      const until = now + milliseconds;
      for (;;) {
        const next = [...plans].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
        if (next === undefined) break;
        plans.delete(next);
        now = Math.max(now, next.due);
        next.run();
      }
      now = until;
    },
  };
}
