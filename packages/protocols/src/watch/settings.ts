import type { SettingKeyOf } from '@varde/catalogue/settings/hardware-settings';
import type { SettingKey } from '@varde/catalogue/settings/vocabulary';
import type { SettingsBindings, SettingsGroup } from '../settings-groups.ts';
import { callers, callFilter, doNotDisturb, profile, sosNumbers } from './settings/calls.ts';
import { autoMeasuring, fallDown, heartRate, pedometer, removal } from './settings/care.ts';
import { languageAndZone, password, powerSaving, upload } from './settings/device.ts';
import { extended } from './settings/extension.ts';
import type { WatchLine } from './settings/line.ts';

export type { WatchLine } from './settings/line.ts';

/** Settings without a command of their own that are written one by one. */
const inExtension = [
  'soundOn',
  'volumeLevel',
  'soundLevel',
  'ringVolume',
  'ringLevel',
  'twoWayMic',
  'lowBatteryVoicePrompt',
  'ledOn',
  'lightMode',
  'screenBrightness',
  'screenLightMode',
  'watchTheme',
  'stepCountDisplay',
  'buttonBehaviour',
  'buttonSensitivity',
  'silentAlarm',
  'teamAlert',
  'sosCancellation',
  'voicePromptSosAlarm',
  'tiltAlert',
  'acceptLBS',
  'minNumSatellites',
  'trackingIntervalNightInMinutes',
  'trackingNightStarts',
  'trackingNightEnds',
] as const satisfies readonly SettingKey[];

/** Written together: half of it would measure wrongly. */
const calibration = extended(
  'calibrateBloodPressureSetting',
  'calibrateHeartRate',
  'calibrateSystolicPressure',
  'calibrateDiastolicPressure',
);

/** The encoding of each setting. A kind of hardware that gains a setting without a line here does not compile. */
export const watchSettings: SettingsBindings<WatchLine, SettingKeyOf<'watch'>> = {
  trackingInterval: upload,
  fallDownAlert: fallDown,
  fallDownSensitivity: fallDown,
  watchRemoval: removal,
  heartRateBloodPressureSetting: autoMeasuring,
  heartRateInterval: heartRate,
  bloodPressureInterval: autoMeasuring,
  devicePedometer: pedometer,
  ringingOn: profile,
  vibrationOn: profile,
  phoneNoWhiteList1: callers,
  phoneNoWhiteList2: callers,
  phoneNoWhiteList3: callers,
  answerIncoming: callers,
  aclCheck: callFilter,
  sosNumbers,
  doNotDisturb,
  soundFilesLanguage: languageAndZone,
  timeZone: languageAndZone,
  smsPassword: password,
  powerSaving,
  calibrateBloodPressureSetting: calibration,
  calibrateHeartRate: calibration,
  calibrateSystolicPressure: calibration,
  calibrateDiastolicPressure: calibration,
  ...(Object.fromEntries(inExtension.map((key) => [key, extended(key)])) as Record<
    (typeof inExtension)[number],
    SettingsGroup<WatchLine>
  >),
};

/** The words of the commands for settings. */
export const settingWords: ReadonlySet<string> = new Set([
  'UPLOAD',
  'FALLDOWN',
  'LSSET',
  'REMOVE',
  'HRTSTART',
  'HEALTHAUTOSET',
  'PEDO',
  'PROFILE',
  'WHITELIST1',
  'ACALL',
  'DEVREFUSEPHONESWITCH',
  'SOS',
  'SILENCETIME',
  'LZ',
  'PW',
  'APPLOCK',
  'CFG',
]);
