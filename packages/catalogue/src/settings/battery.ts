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
    exportedAs: { 10: 0, 20: 1, 30: 2, 40: 3 },
    keptByServer: true,
  },
  {
    // How often a unit that runs on its battery makes contact (decisions, "Option lists").
    key: 'batteryHeartbeat',
    group: 'battery',
    order: 20,
    kind: 'choice',
    unit: 'min',
    options: [30, 45, 60, 90, 120, 180, 240, 300, 360, 480, 720, 960, 1440].map((value) => ({ value })),
    default: 60,
  },
] as const satisfies readonly SettingDefinition[];
