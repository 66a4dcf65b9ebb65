import { trackingIntervalMinutes } from '../tracking-intervals.ts';
import type { SettingDefinition } from './types.ts';

const whilePositioned = { key: 'disablePositioning', equals: false } as const;

/** Of hardware that is told to report often over its protocol. */
const ofTracked = {
  group: 'tracking',
  kind: 'toggle',
  onAllHardware: true,
  capability: 'tracking',
  action: 'startTracking',
  notOnFewTabs: true,
  keptByServer: true,
  enabledWhen: [whilePositioned],
} as const;

/** The device reports its place by itself, at `trackingInterval`, which Varde writes accordingly (decision 0024). */
export const autoTracking = {
  ...ofTracked,
  key: 'autoTracking',
  order: 5,
  default: false,
  sets: [{ when: false, key: 'powerSaving', to: false }],
} as const satisfies SettingDefinition;

/** Varde begins tracking when an alarm is raised, and ends it when that is reset (decision 0024). */
export const alarmTracking = {
  ...ofTracked,
  key: 'alarmTracking',
  order: 6,
  default: true,
} as const satisfies SettingDefinition;

/** On the tracking page they are in the section of positioning (specification 2, section 2). */
const advanced = { group: 'positioning', advanced: true } as const;

/** Full hours (specification 2, section 9 "Night start"). */
const nightHour = {
  ...advanced,
  kind: 'time',
  shownWhen: [{ key: 'trackingIntervalNightInMinutes', differsFrom: 0 }],
} as const;

export const trackingSettings = [
  autoTracking,
  alarmTracking,
  {
    key: 'trackingInterval',
    group: 'tracking',
    order: 10,
    kind: 'choice',
    unit: 's',
    options: trackingIntervalMinutes.map((minutes) => ({ value: minutes * 60 })),
    default: 300,
    omittedWhereAbsent: true,
  },
  {
    // The unit sleeps between its reports.
    key: 'powerSaving',
    group: 'tracking',
    order: 20,
    kind: 'toggle',
    default: false,
    enabledWhen: [whilePositioned, { key: 'autoTracking', equals: true }],
  },
  {
    // 0: at night as by day.
    ...advanced,
    key: 'trackingIntervalNightInMinutes',
    order: 40,
    kind: 'choice',
    unit: 'min',
    options: [0, 1, 2, 3, 4, 5, 10, 20].map((value) => ({ value })),
    default: 0,
    confirm: [1, 2, 3, 4, 5, 10, 20].map((to) => ({ id: 'separate', when: 'save', to })),
  },
  {
    ...nightHour,
    key: 'trackingNightStarts',
    order: 50,
    options: ['20:00', '21:00', '22:00', '23:00', '00:00', '01:00', '02:00'],
    default: '22:00',
  },
  {
    ...nightHour,
    key: 'trackingNightEnds',
    order: 60,
    options: ['03:00', '04:00', '05:00', '06:00', '07:00', '08:00', '09:00'],
    default: '07:00',
  },
] as const satisfies readonly SettingDefinition[];
