/** How often a device may be asked to report while it is tracked (specification 2, section 5 "Interval choices"). */
export const trackingIntervalMinutes = [1, 2, 3, 4, 5, 10, 20, 30, 45, 60] as const;

/** A device at rest does not report more often, also while it is tracked (specification 2, section 5). */
export const leastMinutesAtRest = 5;

/**
 * Seconds: the interval of a device that does not report its place by itself. The longest that its protocols have, since
 * none of them can turn it off.
 */
export const withoutOwnReports = 65_535;
