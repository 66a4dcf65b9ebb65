import type { HardwareKey, HardwareKeyOf } from '../hardware/index.ts';
import type { DeviceProtocol } from '../hardware/types.ts';
import { heartbeatMinutes } from '../option-lists.ts';
import {
  ev07bSettings,
  type HardwareSettings,
  healthSettings,
  healthWatchSettings,
  homeSettings,
  stcbSettings,
  watchOneSettings,
  watchSettings,
  watchTwo4GSettings,
  watchTwoSettings,
} from './shared-settings.ts';
import type { KeptKey } from './vocabulary.ts';

const settings = {
  triggerOne: ev07bSettings,
  app: {},
  trackOne: ev07bSettings,
  triggerTwo: ev07bSettings,
  triggerThree: ev07bSettings,
  analogTurbo: {},
  trackThree: ev07bSettings,
  /** Its tracking interval cannot be changed (specification 2, section 5). */
  watchOne: watchOneSettings,
  home: homeSettings,
  watchTwo: { ...watchTwoSettings, ...healthSettings },
  triggerFour: ev07bSettings,
  triggerFive: ev07bSettings,
  watchThree: watchSettings,
  help: {},
  triggerThreeE: ev07bSettings,
  /** It has a limit of inactivity of its own, beside that which Varde judges by its sensors. */
  homeDt35: { ...homeSettings, userInactivityLimit: {} },
  triggerTwo4G: {
    ...ev07bSettings,
    buttonSensitivity: { options: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    volumeLevel: { min: 1 },
    ringVolume: { max: 8, default: 5, unit: null },
    voicePromptSosAlarm: {
      turnedOffAtSave: true,
      warnings: [{ id: 'turnedOff', when: [{ key: 'voicePromptSosAlarm', equals: true }] }],
    },
  },
  watchFour: watchSettings,
  trackTwo: ev07bSettings,
  homeMax: homeSettings,
  gtxSole: {},
  watchFive: {
    ...healthWatchSettings,
    ...healthSettings,
    watchTheme: { announced: 'extension' },
    teamAlert: { announced: 'extension', learn: 'teamAlertLearnUrlWatchFive' },
  },
  watchSix: watchSettings,
  trackFour: ev07bSettings,
  homeStcb1: stcbSettings,
  homeStcb3: stcbSettings,
  watchSeven: { ...healthWatchSettings, ...healthSettings },
  eliza: {
    heartbeatInterval: { options: heartbeatMinutes, default: 60 },
    alarmTimeout: {},
    answerIncoming: {},
    volumeLevel: {},
    twoWayMic: {},
    promptVol: {},
    confirmBeep: {},
  },
  /** Those of watch two (decisions "Hardware"), but for what it does not measure. */
  watchTwo4G: watchTwo4GSettings,
} as const satisfies Record<HardwareKey, HardwareSettings>;

/** The settings of each kind of hardware. They are no part of its entry, which the first load of the console holds. */
export const hardwareSettings: Record<HardwareKey, HardwareSettings> = settings;

type KeysOf<Settings> = Settings extends unknown ? keyof Settings : never;

/** The settings that are sent to hardware of this protocol; the protocol's bindings need a codec for each of them. */
export type SettingKeyOf<P extends DeviceProtocol> = Exclude<KeysOf<(typeof settings)[HardwareKeyOf<P>]>, KeptKey>;
