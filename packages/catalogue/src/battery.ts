export type BatteryIconLevel = 1 | 2 | 3 | 4;

/** The step of the battery icon for a level in percent. Specification 1, section 9 "Battery icon level". */
export function batteryIconLevel(percent: number): BatteryIconLevel {
  return Math.min(4, Math.max(1, Math.ceil(percent / 25))) as BatteryIconLevel;
}

/** Default warning threshold of a device in percent. The setting `batteryThreshold` has the choices. */
export const defaultBatteryThreshold = 20;

/** Hysteresis in points above the threshold, so that a level that wavers does not warn again and again. */
export const batteryHysteresis = 5;

/**
 * The battery warning after a device has reported its battery: on at or below the threshold, off 5 points above it or
 * while charging, and unchanged in between. Decisions, `batteryWarning`. A missing level changes nothing.
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
