import type { SettingDefinition } from './types.ts';

/** The lights of home units: ten modes, whose look is the unit's own (specification 1, section 9 "Light mode"). */
const modes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => ({ value }));

export const lightSettings = [
  { key: 'ledOn', group: 'light', order: 4, kind: 'toggle', default: true },
  {
    // 1 test, 2 normal, 3 off (specification 2, section 3).
    key: 'lightMode',
    group: 'light',
    order: 6,
    kind: 'choice',
    options: [{ value: 1 }, { value: 2 }, { value: 3 }],
    default: 2,
  },
  { key: 'lightLevel', group: 'light', order: 8, kind: 'integer', min: 1, max: 5, default: 3 },
  {
    // Five levels on watches, on watch two from firmware 2 on; ten on a home unit with a screen (specification 2, section 5).
    key: 'screenBrightness',
    group: 'light',
    order: 10,
    kind: 'integer',
    min: 1,
    max: 10,
    default: 3,
  },
  {
    // When the screen lights: 1 at the SOS button, 2 always, 3 when the hand is raised.
    key: 'screenLightMode',
    group: 'light',
    order: 12,
    capability: 'display',
    kind: 'choice',
    options: [{ value: 1 }, { value: 2 }, { value: 3 }],
    default: 3,
  },
  {
    key: 'watchTheme',
    group: 'light',
    order: 14,
    capability: 'display',
    kind: 'choice',
    options: [{ value: 'digital' }, { value: 'analogue' }],
    default: 'digital',
  },
  {
    // The analogue theme has no room for it (specification 2, section 5).
    key: 'stepCountDisplay',
    group: 'light',
    order: 16,
    capability: 'pedometer',
    kind: 'toggle',
    default: true,
    enabledWhen: [{ key: 'watchTheme', differsFrom: 'analogue' }],
    warnings: [{ id: 'analogue', when: [{ key: 'watchTheme', equals: 'analogue' }] }],
  },
  { key: 'lightAlarmMode', group: 'light', order: 20, kind: 'choice', options: modes, default: 1 },
  { key: 'lightNormalMode', group: 'light', order: 22, kind: 'choice', options: modes, default: 0 },
  { key: 'helpArriveIndicator', group: 'light', order: 24, kind: 'toggle', default: true },
  { key: 'callbackIndicator', group: 'light', order: 26, kind: 'toggle', default: true },
] as const satisfies readonly SettingDefinition[];
