import type { SettingDefinition } from './types.ts';

export const lightSettings = [
  {
    // Five levels on watches, on watch two from firmware 2 on (specification 2, section 5). No hardware offers it yet:
    // its command is not known.
    key: 'screenBrightness',
    group: 'light',
    order: 10,
    capability: 'display',
    kind: 'integer',
    min: 1,
    max: 10,
    default: 3,
  },
] as const satisfies readonly SettingDefinition[];
