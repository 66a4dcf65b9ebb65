import type { SettingDefinition } from './types.ts';

export const soundSettings = [
  {
    // The loudspeaker, percent. On trigger two 4G at least 1 (specification 2, section 5 "Slider limits").
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
    // No hardware offers it yet: no documented protocol has sound files.
    key: 'soundFilesLanguage',
    group: 'sound',
    order: 10,
    kind: 'choice',
    sinceFirmwareOf: 'sotaFwnum',
    options: [{ value: 'nb' }, { value: 'sv' }, { value: 'da' }, { value: 'is' }, { value: 'en' }],
    default: 'nb',
  },
] as const satisfies readonly SettingDefinition[];
