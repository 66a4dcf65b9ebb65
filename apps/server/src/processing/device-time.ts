/** A device clock further ahead is wrong. */
const aheadMs = 5 * 60_000;
/** Before this no device of these was made; clocks that were never set begin in 1970, 1980, 2000 or 2010. */
const earliest = Date.UTC(2015, 0, 1);

/** When something happened in the device's own words, or null when it did not say or its clock cannot be right. */
export function credibleTime(at: number | null, receivedAt: number): number | null {
  return at !== null && at >= earliest && at <= receivedAt + aheadMs ? at : null;
}
