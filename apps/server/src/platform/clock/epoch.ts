/** A database time on the wire: Unix milliseconds, null for a time that is not set. */
export function epoch(time: Date): number;
export function epoch(time: Date | null): number | null;
export function epoch(time: Date | null): number | null {
  return time === null ? null : time.getTime();
}
