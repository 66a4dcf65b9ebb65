import {
  callbackSeconds,
  guardSeconds,
  heartbeatMinutes,
  stcbCallbackSeconds,
  stcbGuardSeconds,
  stcbHeartbeatMinutes,
} from '../option-lists.ts';
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

/** Home units: what the unit does, and the threshold of its battery and the inactivity of its wearer, which Varde judges. */
export const homeSettings = {
  prefComMethod: {},
  twoWayDECTTimer: {},
  answerIncoming: {},
  callbackTimer: { options: callbackSeconds },
  externalAntenna: {},
  silentActive: {},
  volumeLevel: { min: 1, max: 10, default: 8, unit: null },
  twoWayMic: { min: 1, max: 10, default: 5 },
  promptVol: { min: 1, max: 10, default: 8, unit: null },
  dectVolumeLevel: {},
  confirmBeep: {},
  wandererBeep: {},
  synchronizeSound: {},
  lightAlarmMode: {},
  lightNormalMode: {},
  helpArriveIndicator: {},
  callbackIndicator: {},
  voicePromptAlarm: {},
  voicePromptCallback: {},
  voicePromptFallAlarm: {},
  voicePromptWandererAlarm: {},
  voicePromptOutOfBed: {},
  voicePromptAcFailure: {},
  voicePromptAcRestore: {},
  batteryThreshold: {},
  batteryHeartbeat: {},
  heartbeatInterval: { options: heartbeatMinutes, default: 60 },
  guardTime: { options: guardSeconds },
  bypassTimer: {},
  localLearning: {},
  sensorSensitivity: {},
  alarmButtonSensitivity: {},
  fallDetection: {},
  alarmTimeout: {},
  inactivityFunction: {},
  inactivityIntervalOne: {},
  inactivityFromOne: {},
  inactivityToOne: {},
  inactivityIntervalTwo: {},
  inactivityFromTwo: {},
  inactivityToTwo: {},
  inactivityWarnTime: {},
} as const satisfies SharedSettings;

const { localLearning: _, ...learnsNothing } = homeSettings;

/** STCB has lists and scales of its own, and gets its sensors by synchronisation instead of learning them. */
export const stcbSettings = {
  ...learnsNothing,
  callbackTimer: { options: stcbCallbackSeconds },
  volumeLevel: { min: 1, max: 5, default: 4, unit: null },
  twoWayMic: { min: 1, max: 5, default: 3 },
  heartbeatInterval: { options: stcbHeartbeatMinutes, default: 60 },
  guardTime: { options: stcbGuardSeconds },
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
