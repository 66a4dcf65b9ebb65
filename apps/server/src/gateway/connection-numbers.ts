import type { Clock } from '#platform/clock.ts';

/** Numbers for connections, rising over restarts too, as long as no more than a thousand open in a millisecond. */
export function connectionNumbers(clock: Clock): () => string {
  let last = clock.now() * 1000;
  return () => {
    last += 1;
    return String(last);
  };
}
