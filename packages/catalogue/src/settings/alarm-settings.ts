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
    confirm: [{ id: 'turnOn', when: 'change', to: true }],
  },
] as const satisfies readonly SettingDefinition[];
