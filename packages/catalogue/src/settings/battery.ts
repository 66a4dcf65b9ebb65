import { defaultBatteryThreshold } from '../battery.ts';
import type { SettingDefinition } from './types.ts';

export const batterySettings = [
  {
    // Specification 1, section 5 "Battery threshold options".
    key: 'batteryThreshold',
    group: 'battery',
    order: 10,
    kind: 'choice',
    unit: '%',
    options: [{ value: 10 }, { value: 20 }, { value: 30 }, { value: 40 }],
    default: defaultBatteryThreshold,
    keptByServer: true,
  },
] as const satisfies readonly SettingDefinition[];
