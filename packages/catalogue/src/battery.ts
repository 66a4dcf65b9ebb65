export type BatteryIconLevel = 1 | 2 | 3 | 4;

/** The step of the battery icon for a level in percent. Specification 1, section 9 "Battery icon level". */
export function batteryIconLevel(percent: number): BatteryIconLevel {
  return Math.min(4, Math.max(1, Math.ceil(percent / 25))) as BatteryIconLevel;
}

/** Percent at which a device warns when nobody has chosen another threshold (10, 20, 30 or 40). */
export const defaultBatteryThreshold = 20;

/** Points above the threshold that end the warning, so that a level that wavers does not warn again and again. */
export const batteryHysteresis = 5;

/**
 * The battery warning after a device has reported its battery: on at or below the threshold, off 5 points above it or
 * while charging, and as before in between. Decisions, `batteryWarning`. A level that was not reported changes nothing.
 */
export function batteryWarningAfter(
  before: boolean,
  battery: { level?: number | undefined; charging?: boolean | undefined },
  threshold: number = defaultBatteryThreshold,
): boolean {
  if (battery.charging) return false;
  if (battery.level === undefined) return before;
  if (battery.level <= threshold) return true;
  return before && battery.level < threshold + batteryHysteresis;
}
