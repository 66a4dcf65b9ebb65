import type { SettingDefinition } from './types.ts';

export const soundSettings = [
  { key: 'soundOn', group: 'sound', order: 1, kind: 'toggle', default: true },
  {
    // The loudspeaker, percent. On trigger two 4G at least 1 (specification 2, section 5 "Slider limits"). Home units have
    // 10 steps, STCB 5 (decisions, "Settings").
    key: 'volumeLevel',
    group: 'sound',
    order: 2,
    kind: 'integer',
    unit: '%',
    min: 0,
    max: 100,
    default: 80,
  },
  {
    // Steps of the microphone.
    key: 'twoWayMic',
    group: 'sound',
    order: 4,
    kind: 'integer',
    min: 0,
    max: 15,
    default: 8,
  },
  { key: 'ringingOn', group: 'sound', order: 6, kind: 'toggle', default: true },
  { key: 'vibrationOn', group: 'sound', order: 8, kind: 'toggle', default: true },
  {
    // The ringing, percent; 0 does not ring. On trigger two 4G up to 8 (specification 2, section 5 "Slider limits").
    key: 'ringVolume',
    group: 'sound',
    order: 9,
    kind: 'integer',
    unit: '%',
    min: 0,
    max: 100,
    default: 70,
  },
  {
    key: 'soundFilesLanguage',
    group: 'sound',
    order: 10,
    kind: 'choice',
    sinceFirmwareOf: 'sotaFwnum',
    omittedWhereAbsent: true,
    options: [{ value: 'nb' }, { value: 'sv' }, { value: 'da' }, { value: 'is' }, { value: 'en' }],
    default: 'nb',
  },
  {
    // The voice prompts, percent; home units have 10 steps.
    key: 'promptVol',
    group: 'sound',
    order: 12,
    kind: 'integer',
    unit: '%',
    min: 0,
    max: 100,
    default: 80,
  },
  {
    // The loudspeaker of watches that have four steps; watch one has three (specification 2, section 5).
    key: 'soundLevel',
    group: 'sound',
    order: 14,
    kind: 'choice',
    options: [{ value: 1 }, { value: 2 }, { value: 3 }, { value: 4 }],
    default: 3,
  },
  {
    // The ringing of watch one.
    key: 'ringLevel',
    group: 'sound',
    order: 16,
    kind: 'choice',
    options: [{ value: 1 }, { value: 2 }, { value: 3 }],
    default: 2,
  },
  { key: 'lowBatteryVoicePrompt', group: 'sound', order: 18, kind: 'toggle', default: true },
  { key: 'dectVolumeLevel', group: 'sound', order: 30, kind: 'integer', min: 1, max: 3, default: 2 },
  { key: 'confirmBeep', group: 'sound', order: 32, kind: 'toggle', default: true },
  { key: 'wandererBeep', group: 'sound', order: 34, kind: 'toggle', default: true },
  // DECT units sound as loud as the unit itself.
  { key: 'synchronizeSound', group: 'sound', order: 36, kind: 'toggle', default: false },
] as const satisfies readonly SettingDefinition[];
