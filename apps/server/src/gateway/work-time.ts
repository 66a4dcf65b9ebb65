/** The worst frame takes less (docs/performance.md); what is beyond is a pause of the process or the machine. */
const longestMs = 20;

/** For how long a frame kept the process busy, from two readings of the monotonic clock. */
export function workTime(began: number, now: number): number {
  return Math.min(now - began, longestMs);
}
