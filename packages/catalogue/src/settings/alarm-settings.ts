import type { SettingDefinition } from './types.ts';

const whileTiltAlerts = { key: 'tiltAlert', equals: true } as const;
const whileButtonIsOn = { key: 'buttonBehaviour', equals: 2 } as const;
const whileNotSilent = { key: 'silentAlarm', equals: false } as const;

export const alarmSettings = [
  {
    // 1 off, 2 on: what else the alarm page has needs it on (specification 1, section 4 "Settings forms").
    key: 'buttonBehaviour',
    group: 'alarmSettings',
    order: 6,
    kind: 'choice',
    options: [{ value: 2 }, { value: 1 }],
    default: 2,
    confirm: [{ id: 'turnOff', when: 'change', from: 2, to: 1 }],
  },
  {
    // How long the button is pressed. Trigger two 4G has no 10.
    key: 'buttonSensitivity',
    group: 'alarmSettings',
    order: 8,
    kind: 'choice',
    unit: 's',
    options: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((value) => ({ value })),
    default: 3,
    enabledWhen: [whileButtonIsOn],
  },
  {
    key: 'fallDownAlert',
    group: 'alarmSettings',
    page: 'manDown',
    order: 10,
    kind: 'toggle',
    default: false,
    // Specification 1, section 4: "Turning man down on needs confirmation".
    confirm: [{ id: 'turnOn', when: 'change', from: false, to: true }],
    enabledWhen: [whileButtonIsOn],
  },
  {
    // Off, low, high: replaces the fall alarm's toggle (specification 2, section 2 "Man down settings").
    key: 'fallDownSensitivity',
    group: 'alarmSettings',
    page: 'manDown',
    order: 20,
    kind: 'choice',
    options: [{ value: 0 }, { value: 1 }, { value: 2 }],
    default: 0,
    enabledWhen: [whileButtonIsOn],
    sets: [
      { when: 0, key: 'fallDownAlert', to: false, evenIfNotOffered: true },
      { when: 1, key: 'fallDownAlert', to: true, evenIfNotOffered: true },
      { when: 2, key: 'fallDownAlert', to: true, evenIfNotOffered: true },
    ],
    confirm: [
      { id: 'turnOn', when: 'change', from: 0, to: 1 },
      { id: 'turnOn', when: 'change', from: 0, to: 2 },
    ],
  },
  {
    // EV-07B: 9 is the most sensitive.
    key: 'fallDownLevel',
    group: 'alarmSettings',
    page: 'manDown',
    order: 22,
    kind: 'integer',
    min: 1,
    max: 9,
    default: 5,
    enabledWhen: [{ key: 'fallDownAlert', equals: true }],
  },
  {
    key: 'tiltAlert',
    group: 'alarmSettings',
    page: 'manDown',
    order: 24,
    kind: 'toggle',
    default: false,
  },
  {
    key: 'tiltAngle',
    group: 'alarmSettings',
    page: 'manDown',
    order: 26,
    kind: 'integer',
    unit: '°',
    min: 0,
    max: 90,
    default: 45,
    enabledWhen: [whileTiltAlerts],
  },
  {
    key: 'tiltTime',
    group: 'alarmSettings',
    page: 'manDown',
    order: 28,
    kind: 'integer',
    unit: 's',
    min: 1,
    max: 3600,
    default: 30,
    enabledWhen: [whileTiltAlerts],
  },
  {
    key: 'silentAlarm',
    group: 'alarmSettings',
    order: 30,
    kind: 'toggle',
    default: false,
    exportedAs: { false: '0', true: '1' },
    enabledWhen: [whileButtonIsOn],
    confirm: [
      { id: 'turnOn', when: 'change', from: false, to: true },
      { id: 'risk', when: 'save', from: false, to: true },
    ],
  },
  {
    key: 'teamAlert',
    group: 'alarmSettings',
    order: 40,
    kind: 'toggle',
    default: false,
    learn: 'teamAlertLearnUrl',
    warnings: [{ id: 'notSilent', when: [{ key: 'teamAlert', equals: true }, whileNotSilent] }],
  },
  {
    key: 'sosCancellation',
    group: 'alarmSettings',
    order: 50,
    kind: 'toggle',
    default: false,
    shownWhen: [whileNotSilent],
    enabledWhen: [whileButtonIsOn],
    sets: [{ when: true, key: 'voicePromptSosAlarm', to: true }],
  },
  {
    // Trigger two 4G turns it off at every save, and warns while it is on (decisions, "Settings").
    key: 'voicePromptSosAlarm',
    group: 'alarmSettings',
    order: 60,
    kind: 'toggle',
    default: false,
    shownWhen: [whileNotSilent],
    enabledWhen: [whileButtonIsOn],
  },
  { key: 'vibration', group: 'alarmSettings', order: 70, kind: 'toggle', default: true },
  {
    // The longest call of an alarm (EV-07B: item 0x32).
    key: 'alarmTimeout',
    group: 'alarmSettings',
    order: 80,
    kind: 'integer',
    unit: 's',
    min: 60,
    max: 3600,
    default: 600,
  },
  {
    // Fall pendants of a home unit, which has no page of man down.
    key: 'fallDetection',
    group: 'alarmSettings',
    order: 90,
    kind: 'toggle',
    default: false,
  },
] as const satisfies readonly SettingDefinition[];
