import { watchSmsPassword } from '../hardware/sms-commands.ts';
import {
  callbackSeconds,
  guardSeconds,
  heartbeatMinutes,
  stcbCallbackSeconds,
  stcbGuardSeconds,
  stcbHeartbeatMinutes,
} from '../option-lists.ts';
import type { SettingNarrowing } from './types.ts';
import type { SettingKey } from './vocabulary.ts';

/**
 * The settings of one kind of hardware, each narrowed to the values that it accepts. An empty narrowing takes the
 * vocabulary unchanged.
 */
export type HardwareSettings = { readonly [K in SettingKey]?: SettingNarrowing };

/** A day: longer intervals of contact are refused (docs/protocols/eview-commands.md). */
const longestHeartbeat = 1440;

/** Without an item of its own: it travels in the extension (docs/protocols/extension.md). */
const inExtension = { announced: 'extension' } as const;

/** EV-07B. Items, ranges and sources: docs/protocols/eview-commands.md. */
export const ev07bSettings = {
  heartbeatInterval: { options: heartbeatMinutes.filter((minutes) => minutes <= longestHeartbeat), limited: true },
  staticTooLong: {},
  batteryThreshold: {},
  trackingInterval: {},
  powerSaving: {},
  acceptLBS: {},
  fallDownAlert: {},
  fallDownLevel: {},
  tiltAlert: {},
  tiltAngle: { limited: true },
  tiltTime: { limited: true },
  buttonBehaviour: {},
  buttonSensitivity: {},
  silentAlarm: {},
  sosCancellation: { announced: 'itself' },
  voicePromptSosAlarm: {},
  vibration: {},
  alarmTimeout: {},
  phoneNoWhiteList1: {},
  phoneNoWhiteList2: {},
  phoneNoWhiteList3: {},
  aclCheck: {},
  answerIncoming: { options: [0, 1, 2] },
  wearerMayHangUp: {},
  doNotDisturb: {},
  volumeLevel: {},
  twoWayMic: {},
  ringVolume: {},
  promptVol: { announced: 'itself' },
  soundOn: {},
  lowBatteryVoicePrompt: {},
  ledOn: {},
  timeZoneOfMarket: {},
  timeZone: {},
  smsPassword: { minLength: 6 },
  smsFromListOnly: {},
  firmwareUpdatesItself: {},
  guardTime: { ...inExtension, options: guardSeconds },
  teamAlert: inExtension,
  lightMode: { ...inExtension, sinceFirmware: 3 },
  lightLevel: inExtension,
  minNumSatellites: inExtension,
  trackingIntervalNightInMinutes: inExtension,
  trackingNightStarts: inExtension,
  trackingNightEnds: inExtension,
} as const satisfies HardwareSettings;

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
  screenBrightness: { announced: 'itself' },
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
} as const satisfies HardwareSettings;

const { localLearning: _, ...learnsNothing } = homeSettings;

/** STCB has lists and scales of its own, and gets its sensors by synchronisation instead of learning them. */
export const stcbSettings = {
  ...learnsNothing,
  callbackTimer: { options: stcbCallbackSeconds },
  volumeLevel: { min: 1, max: 5, default: 4, unit: null },
  twoWayMic: { min: 1, max: 5, default: 3 },
  heartbeatInterval: { options: stcbHeartbeatMinutes, default: 60 },
  guardTime: { options: stcbGuardSeconds },
} as const satisfies HardwareSettings;

/**
 * All watches: calls, what the watch does by itself, and its alarms. Sources of the commands: docs/protocols/watch-settings.md.
 * A watch has a password for SMS from the factory, and always needs one.
 */
const everyWatch = {
  phoneNoWhiteList1: {},
  phoneNoWhiteList2: {},
  phoneNoWhiteList3: {},
  sosNumbers: {},
  aclCheck: { default: false },
  // Its command holds the numbers that it answers, and the list of allowed callers goes with it.
  answerIncoming: {
    options: [0, 1],
    limited: true,
    enabledWhen: [{ key: 'phoneNoWhiteList1', differsFrom: '' }],
  },
  doNotDisturb: {},
  timeZoneOfMarket: {},
  timeZone: {},
  smsPassword: { minLength: 6, default: watchSmsPassword },
  ringingOn: {},
  vibrationOn: {},
  batteryThreshold: {},
  soundOn: inExtension,
  twoWayMic: inExtension,
  lowBatteryVoicePrompt: inExtension,
  ledOn: inExtension,
  lightMode: { ...inExtension, sinceFirmware: 3 },
  buttonBehaviour: inExtension,
  buttonSensitivity: inExtension,
  silentAlarm: inExtension,
  teamAlert: inExtension,
  sosCancellation: inExtension,
  voicePromptSosAlarm: inExtension,
  tiltAlert: inExtension,
} as const satisfies HardwareSettings;

/** Watch one: no display, no settings of tracking, and volumes in three steps. */
export const watchOneSettings = {
  ...everyWatch,
  fallDownAlert: {},
  soundLevel: { ...inExtension, options: [1, 2, 3], default: 2 },
  ringLevel: inExtension,
} as const satisfies HardwareSettings;

/** All watches but the first kind. */
const laterWatch = {
  ...everyWatch,
  trackingInterval: {},
  trackingIntervalNightInMinutes: inExtension,
  trackingNightStarts: inExtension,
  trackingNightEnds: inExtension,
  acceptLBS: inExtension,
  minNumSatellites: inExtension,
  ringVolume: inExtension,
  screenBrightness: { ...inExtension, max: 5 },
  screenLightMode: inExtension,
} as const satisfies HardwareSettings;

/** Watches whose loudspeaker has four steps. */
export const watchSettings = {
  ...laterWatch,
  fallDownAlert: {},
  soundLevel: inExtension,
} as const satisfies HardwareSettings;

/** Watches with a loudspeaker by percent that count steps. */
const countingWatch = {
  ...laterWatch,
  volumeLevel: inExtension,
  devicePedometer: {},
  stepCountDisplay: inExtension,
} as const satisfies HardwareSettings;

/** The languages of the protocol; the others are in the extension. */
const soundFilesLanguage = { options: ['sv', 'da', 'en'], optionsOfExtension: ['nb', 'is'], default: 'en' } as const;

/** Watch two, also with 4G: its screen can be set from firmware number 2 on (specification 2, section 5). */
export const watchTwoSettings = {
  ...countingWatch,
  fallDownSensitivity: {},
  watchRemoval: {},
  screenBrightness: { ...inExtension, max: 5, sinceFirmware: 2 },
  screenLightMode: { ...inExtension, sinceFirmware: 2 },
} as const satisfies HardwareSettings;

/** Watch two 4G: it takes the commands of 4G models, and other sound files. */
export const watchTwo4GSettings = {
  ...watchTwoSettings,
  powerSaving: {},
  soundFilesLanguage,
} as const satisfies HardwareSettings;

/** Watches five and seven. */
export const healthWatchSettings = {
  ...countingWatch,
  fallDownAlert: {},
  soundFilesLanguage,
} as const satisfies HardwareSettings;

/** Watches that measure heart rate and blood pressure. */
export const healthSettings = {
  healthHeartRateBloodPressure: {},
  heartRateBloodPressureSetting: {},
  heartRateInterval: {},
  bloodPressureInterval: {},
  calibrateBloodPressureSetting: inExtension,
  calibrateHeartRate: inExtension,
  calibrateSystolicPressure: inExtension,
  calibrateDiastolicPressure: inExtension,
} as const satisfies HardwareSettings;
