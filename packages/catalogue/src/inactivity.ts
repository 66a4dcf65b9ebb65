import type { Hardware } from './hardware/types.ts';
import { metyId } from './message-types.ts';
import type { SettingValues } from './settings/types.ts';
import { settingByKey } from './settings/vocabulary.ts';

/**
 * Messages about what somebody does. The alarms of what somebody did not do (not back in bed, not stood up, the fridge)
 * and of things (fire, water) are none.
 */
export const activityTypes: ReadonlySet<number> = new Set([
  metyId.alarm,
  metyId.panicButton,
  metyId.pullCord,
  metyId.medical,
  metyId.manDown,
  metyId.epilepsy,
  metyId.wanderer,
  metyId.outOfBed,
  metyId.geofence,
  metyId.advancedGeofenceLeft,
  metyId.advancedGeofenceEntered,
  metyId.call,
  metyId.chargingStarted,
  metyId.chargingStopped,
]);

/**
 * Whether a kind of hardware is judged by `staticTooLong`: one that is worn, and says where its wearer is. A home unit has
 * hours of its own (`inactivityFunction`).
 */
export const isWorn = ({ capabilities }: Hardware): boolean => capabilities.positioning;

/** A part of the day in which somebody should be active at least once in each interval. */
export interface ActivePeriod {
  intervalMs: number;
  /** Minutes of the day; equal: the whole day. After `to`: over midnight. */
  from: number;
  to: number;
}

/** The periods of a home unit, from its settings; one without a value has its default. */
export function activePeriods(values: SettingValues): ActivePeriod[] {
  const value = (key: string) => values[key] ?? settingByKey(key)?.default;
  const schedules = Number(value('inactivityFunction'));
  return ['One', 'Two'].slice(0, schedules).map((which) => ({
    intervalMs: Number(value(`inactivityInterval${which}`)) * 1000,
    from: minutesOf(value(`inactivityFrom${which}`)),
    to: minutesOf(value(`inactivityTo${which}`)),
  }));
}

/** `HH:mm` as the minute of the day. */
function minutesOf(time: unknown): number {
  const [hours, minutes] = String(time).split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

/**
 * Whether nobody was active for the interval of a period that is running. Time before the period does not count: who slept
 * is not missed when it begins. `minute`: of the day at `now`. Times are Unix milliseconds.
 */
export function isInactive(
  { activeAt, now, minute }: { activeAt: number; now: number; minute: number },
  periods: readonly ActivePeriod[],
): boolean {
  return periods.some(({ intervalMs, from, to }) => {
    const length = (to - from + dayMinutes) % dayMinutes;
    const passed = (minute - from + dayMinutes) % dayMinutes;
    if (length > 0 && passed >= length) return false;
    const since = length === 0 ? activeAt : Math.max(activeAt, now - passed * minuteMs);
    return now - since >= intervalMs;
  });
}
