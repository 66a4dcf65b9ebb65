const firstMs = 1000;
/** No attempt waits longer than this, jitter included. */
export const longestMs = 15_000;
/** A server that comes back shall not meet all its browsers in the same instant (lessons, 11). */
const jitter = 0.5;

/**
 * How long to wait before a reconnection, in milliseconds: from one second, twice as long after each failure, up to a
 * bound. `failures` counts those before this attempt; `random` is from 0 up to 1.
 */
export function retryDelay(failures: number, random: number): number {
  const base = Math.min(firstMs * 2 ** failures, longestMs / (1 + jitter));
  return base * (1 + jitter * random);
}
