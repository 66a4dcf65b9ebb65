/** Minutes until a device counts as silent: two heartbeat intervals and five minutes (decisions, `offlineWarning`). */
export function offlineAfterMinutes(heartbeatMinutes: number): number {
  return 2 * heartbeatMinutes + 5;
}

/** A device that sends a self-check every day has missed one after this time (decisions, `selfCheckWarning`). */
export const selfCheckLimit = { hours: 25 };

/** A last position older than this is outdated (decisions, `outdatedPositionWarning`; specification 2, section 5). */
export const outdatedPositionHours = 24;
