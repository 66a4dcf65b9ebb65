import type { SettingDefinition } from './types.ts';

export const alarmSettings = [
  {
    key: 'fallDownAlert',
    group: 'alarmSettings',
    policy: 'DEVICE_MAN_DOWN',
    order: 10,
    kind: 'toggle',
    default: false,
    // Specification 1, section 4: "Turning man down on needs confirmation".
    confirm: [{ id: 'turnOn', when: 'change', from: false, to: true }],
  },
  {
    // Off, low, high: in place of the fall alarm's toggle (specification 2, section 2 "Man down settings").
    key: 'fallDownSensitivity',
    group: 'alarmSettings',
    policy: 'DEVICE_MAN_DOWN',
    order: 20,
    kind: 'choice',
    options: [{ value: 0 }, { value: 1 }, { value: 2 }],
    default: 0,
    sets: [
      { when: 0, key: 'fallDownAlert', to: false },
      { when: 1, key: 'fallDownAlert', to: true },
      { when: 2, key: 'fallDownAlert', to: true },
    ],
    confirm: [
      { id: 'turnOn', when: 'change', from: 0, to: 1 },
      { id: 'turnOn', when: 'change', from: 0, to: 2 },
    ],
  },
] as const satisfies readonly SettingDefinition[];
