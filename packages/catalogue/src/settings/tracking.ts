import type { SettingDefinition } from './types.ts';

/** Specification 2, section 5 "Interval choices", given there in minutes. */
const trackingIntervalMinutes = [1, 2, 3, 4, 5, 10, 20, 30, 45, 60];

export const trackingSettings = [
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
