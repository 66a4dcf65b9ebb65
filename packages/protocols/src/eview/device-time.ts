/**
 * Devices of this family are newer than this: an earlier clock has not been set since it was switched on, and starts in
 * 2010 or 1970 (captured frame 019). Such a time does not date an event.
 */
const clockSetSince = Date.UTC(2015, 0, 1);

/** Seconds since 1970 → milliseconds, or null while the clock of the device is not set. */
export function deviceTime(seconds: number): number | null {
  const at = seconds * 1000;
  return at >= clockSetSince ? at : null;
}
