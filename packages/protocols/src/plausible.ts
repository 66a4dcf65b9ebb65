import type { KeptFieldName } from '@varde/catalogue/kept-fields';

export type Limits = readonly [lowest: number, highest: number];

/** The possible range of a reading, for any device; units as in `Sample`. Values outside are faults or fillers. */
export const plausible = {
  /** km/h; an airliner does 900. */
  speed: [0, 2_000],
  /** Degrees; 360 is written as 0. */
  course: [0, 360],
  /** Metres */
  altitude: [-20_000, 20_000],
  /** Metres */
  accuracy: [0, 1_000_000],
  hdop: [0, 10_000],
  satellites: [0, 100],
  /** Percent */
  battery: [0, 100],
  /** Covers the scales of all hardware: 0…9, 0…31, 0…100, -113…-51. */
  gsmStrength: [-113, 100],
  heartRate: [20, 300],
  /** mmHg */
  systolic: [30, 300],
  diastolic: [20, 250],
  /** Percent */
  spo2: [30, 100],
  /** Degrees Celsius of a living person. */
  temperature: [20, 50],
} as const satisfies Partial<Record<KeptFieldName, Limits>>;

/** dBm that a radio can receive. */
export const cellSignal: Limits = [-150, -45];
export const accessPointSignal: Limits = [-120, -10];

export function lies(value: number, [lowest, highest]: Limits): boolean {
  return value >= lowest && value <= highest;
}
