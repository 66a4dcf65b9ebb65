import { trackingIntervalMinutes } from '../tracking-intervals.ts';
import type { SettingDefinition } from './types.ts';

/** Varde begins tracking when an alarm is raised, and ends it when that is reset (decision 0024). */
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
