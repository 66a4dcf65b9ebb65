import { sensorTypeOf } from './sensor-types.ts';

/** Seconds before a sensor's event becomes an alarm (specification 1, section 9). */
const delays = [0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 900, 1200, 1500, 1800] as const;
const wandererDelays = [
  ...[0, 10, 20, 30, 40, 50, 60, 120, 180, 240, 300, 420, 480, 540, 600, 900, 1200, 1500, 1800],
] as const;

export const powerFailureReportDelays = [0, 180, 300, 600, 900, 1200, 1800, 3600] as const;

/** Seconds that a sensor may be silent before its unit reports it; 0: it is not supervised. */
const supervision = [0, 14_400, 18_000, 21_600, 28_800, 43_200, 86_400] as const;
const pendantSupervision = [0, 90_000, 172_800, 259_200, 345_600, 432_000, 518_400, 604_800] as const;

const wanderer = '32';

/** The delays that are offered for a function, in seconds. */
export const delayOptions = (functionCode: string): readonly number[] =>
  functionCode === wanderer ? wandererDelays : delays;

/** The silences that are offered for a type of sensor, in seconds: a pendant reports itself once a day. */
export const supervisionOptions = (typeCode: string): readonly number[] =>
  sensorTypeOf(typeCode)?.pendant ? pendantSupervision : supervision;

/** 0 is Monday. */
export const weekDays = [0, 1, 2, 3, 4, 5, 6] as const;

/** When the events of a sensor count, on one day of the week. Times are `HH:mm` by the unit's clock. */
export interface SensorDay {
  sensorId: number;
  active: boolean;
  fromTime: string;
  toTime: string;
  day: number;
}

/** How a unit treats the events of a sensor. Durations are seconds. */
export interface SensorEventConfig {
  active: boolean;
  delay: number;
  /** How long a door may stay open. */
  allowedOpenTime: number;
  powerFailureReportDelay: number;
  supervision: number;
  /** The gateway id of the DECT unit that speaks when the sensor raises an alarm. */
  voiceSatellite: string | null;
  /** Seven days, Monday first. */
  schedule: SensorDay[];
}

/** A schedule before anybody has set one: every day, all day (specification 1, section 4). */
export const wholeWeek = (sensorId: number): SensorDay[] =>
  weekDays.map((day) => ({ sensorId, active: true, fromTime: '00:00', toTime: '23:59', day }));

/** The values that an event config has before anybody has set it. */
export const defaultEventConfig = (sensorId: number): SensorEventConfig => ({
  active: true,
  delay: 0,
  allowedOpenTime: 0,
  powerFailureReportDelay: 0,
  supervision: 0,
  voiceSatellite: null,
  schedule: wholeWeek(sensorId),
});
