import type { SettingDefinition } from './types.ts';

/** Specification 2, section 5 "Interval choices", given there in minutes. */
const trackingIntervalMinutes = [1, 2, 3, 4, 5, 10, 20, 30, 45, 60];

/** Varde begins tracking when an alarm is raised, and ends it when that is reset (decision 0118). */
export const autoTracking = {
  key: 'autoTracking',
  group: 'tracking',
  order: 5,
  kind: 'toggle',
  default: false,
  onAllHardware: true,
  capability: 'tracking',
  action: 'startTracking',
  notOnFewTabs: true,
  keptByServer: true,
  enabledWhen: [{ key: 'disablePositioning', equals: false }],
} as const satisfies SettingDefinition;

export const trackingSettings = [
  autoTracking,
  {
    key: 'trackingInterval',
    group: 'tracking',
    order: 10,
    kind: 'choice',
    unit: 's',
    options: trackingIntervalMinutes.map((minutes) => ({ value: minutes * 60 })),
    default: 300,
  },
] as const satisfies readonly SettingDefinition[];
