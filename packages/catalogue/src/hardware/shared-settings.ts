import { heartbeatMinutes } from '../option-lists.ts';
import type { Hardware } from './types.ts';

/** Settings that kinds of hardware have in common. A kind with fewer options narrows one of them behind the spread. */
type SharedSettings = Hardware['settings'];

/**
 * EV-07B: its report interval, its interval of contact without a report, its alarms for falls and tilting, its volumes,
 * and how long its wearer may be still, which Varde judges.
 */
export const ev07bSettings = {
  heartbeatInterval: { options: heartbeatMinutes },
  staticTooLong: {},
  trackingInterval: {},
  fallDownAlert: {},
  fallDownLevel: {},
  tiltAlert: {},
  tiltAngle: {},
  tiltTime: {},
  volumeLevel: {},
  twoWayMic: {},
} as const satisfies SharedSettings;

/** Home units: Varde acts on them, so they need no gateway of the unit's own protocol. */
export const homeSettings = {
  batteryThreshold: {},
  inactivityFunction: {},
  inactivityIntervalOne: {},
  inactivityFromOne: {},
  inactivityToOne: {},
  inactivityIntervalTwo: {},
  inactivityFromTwo: {},
  inactivityToTwo: {},
} as const satisfies SharedSettings;

/** Watches: the numbers that may call it. */
export const callerSettings = {
  phoneNoWhiteList1: {},
  phoneNoWhiteList2: {},
  phoneNoWhiteList3: {},
} as const satisfies SharedSettings;

/** Watches that measure heart rate and blood pressure. Calibration has no documented command. */
export const healthSettings = {
  heartRateBloodPressureSetting: {},
  heartRateInterval: {},
  bloodPressureInterval: {},
} as const satisfies SharedSettings;

/** Watches that count steps. */
export const pedometerSettings = { devicePedometer: {} } as const satisfies SharedSettings;

/** All watches: what they do when somebody calls. */
export const profileSettings = { ringingOn: {}, vibrationOn: {} } as const satisfies SharedSettings;

/** All watches but the first two kinds. */
export const watchSettings = {
  ...callerSettings,
  ...profileSettings,
  trackingInterval: {},
  fallDownAlert: {},
} as const satisfies SharedSettings;
