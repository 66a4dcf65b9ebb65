/** A device clock that is further ahead of the server's is wrong. */
const aheadMs = 5 * 60_000;
/** Before this no device of these was made; clocks that were never set begin in 1970, 1980, 2000 or 2010. */
const earliest = Date.UTC(2015, 0, 1);

/**
 * Whether a stored time cannot have been yet: it was written before the server's clock was set back. Seen from a time
 * that a device gave, it may be as far ahead as device clocks are.
 */
export function isInFuture(stored: Date, now: number, givenByDevice: boolean): boolean {
  return stored.getTime() > now + (givenByDevice ? aheadMs : 0);
}

/** When something happened in the device's own words, or null when it did not say or its clock cannot be right. */
export function credibleTime(at: number | null, receivedAt: number): number | null {
  return at !== null && at >= earliest && at <= receivedAt + aheadMs ? at : null;
}
