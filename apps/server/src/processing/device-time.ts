/** A device clock that is further ahead of the server's is wrong. */
const aheadMs = 5 * 60_000;
/** None of these devices was made before this; clocks that were never set begin in 1970, 1980, 2000 or 2010. */
const earliest = Date.UTC(2015, 0, 1);

/**
 * Whether a stored time is in the future: it was written before the server's clock was set back. Compared with a time
 * from a device, it may be as far ahead as device clocks may be.
 */
export function isInFuture(stored: Date, now: number, givenByDevice: boolean): boolean {
  return stored.getTime() > now + (givenByDevice ? aheadMs : 0);
}

/** When something happened by the device's own clock, or null when it gave no time or its clock cannot be right. */
export function credibleTime(at: number | null, receivedAt: number): number | null {
  return at !== null && at >= earliest && at <= receivedAt + aheadMs ? at : null;
}
