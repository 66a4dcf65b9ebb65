import type { SettingDefinition } from './types.ts';

const whileTiltAlerts = { key: 'tiltAlert', equals: true } as const;
const whileNotSilent = { key: 'silentAlarm', equals: false } as const;

export const alarmSettings = [
  {
    key: 'fallDownAlert',
    group: 'alarmSettings',
    page: 'manDown',
    order: 10,
    kind: 'toggle',
    default: false,
    // Specification 1, section 4: "Turning man down on needs confirmation".
    confirm: [{ id: 'turnOn', when: 'change', from: false, to: true }],
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
  // The specification names the following for triggers and trackers. No hardware offers them yet: the EV-07B's command
  // is in vendor documentation that we do not have.
  {
    key: 'silentAlarm',
    group: 'alarmSettings',
    order: 30,
    kind: 'toggle',
    default: false,
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
    warnings: [{ id: 'notSilent', when: [{ key: 'teamAlert', equals: true }, whileNotSilent] }],
  },
  {
    key: 'sosCancellation',
    group: 'alarmSettings',
    order: 50,
    kind: 'toggle',
    default: false,
    shownWhen: [whileNotSilent],
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
  },
] as const satisfies readonly SettingDefinition[];
