/** The worst frame takes less (docs/performance.md); what is beyond is not its fault, but the garbage collector's. */
const longestMs = 20;

/** For how long a frame kept the process busy, from two readings of `Clock.busy`. */
export function workTime(began: number, now: number): number {
  return Math.min(now - began, longestMs);
}
