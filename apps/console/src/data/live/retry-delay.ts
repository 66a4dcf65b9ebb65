const firstMs = 1000;
/** Maximum wait before an attempt, jitter included. */
export const longestMs = 15_000;
/** Spreads the reconnections of all browsers when the server returns (lessons, 11). */
const jitter = 0.5;

/**
 * Wait before a reconnection, in milliseconds: from one second, doubled after each failure, up to a bound. `failures`
 * counts those before this attempt; `random` is in [0, 1).
 */
export function retryDelay(failures: number, random: number): number {
  const base = Math.min(firstMs * 2 ** failures, longestMs / (1 + jitter));
  return base * (1 + jitter * random);
}
