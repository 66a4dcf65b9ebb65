import type { SettingDefinition } from './types.ts';

export const soundSettings = [
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
