import type { Clock } from '#platform/clock/clock.ts';

/**
 * Numbers for connections, rising over restarts too unless the clock is set back meanwhile, if at most a thousand open
 * in a millisecond. The clock is read once: within a process they rise whatever the clock does.
 */
export function connectionNumbers(clock: Clock): () => string {
  let last = clock.now() * 1000;
  return () => {
    last += 1;
    return String(last);
  };
}
