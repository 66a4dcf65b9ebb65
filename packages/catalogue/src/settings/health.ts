import type { SettingDefinition } from './types.ts';

const whileMeasuring = { key: 'heartRateBloodPressureSetting', equals: true } as const;
const whileCalibrated = { key: 'calibrateBloodPressureSetting', equals: true } as const;

/** Watches measure every 300 to 65,535 seconds (docs/protocols/watch-health.md). */
const measuringMinutes = [5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1080];

/** Heart rate, blood pressure and steps (specification 2, section 2 "Health settings" and "Step counter"). */
export const healthSettings = [
  {
    key: 'heartRateBloodPressureSetting',
    group: 'alarmSettings',
    page: 'health',
    order: 200,
    kind: 'toggle',
    default: false,
    capability: 'health',
    sets: [
      { when: false, key: 'heartRateInterval', to: 0 },
      { when: true, key: 'heartRateInterval', to: 60 },
    ],
  },
  {
    // 0: the heart rate is measured on request only.
    key: 'heartRateInterval',
    group: 'alarmSettings',
    page: 'health',
    order: 210,
    kind: 'choice',
    unit: 'min',
    options: [0, ...measuringMinutes].map((value) => ({ value })),
    default: 0,
    capability: 'health',
    enabledWhen: [whileMeasuring],
  },
  {
    key: 'bloodPressureInterval',
    group: 'alarmSettings',
    page: 'health',
    order: 220,
    kind: 'choice',
    unit: 'min',
    options: measuringMinutes.map((value) => ({ value })),
    default: 60,
    capability: 'health',
    enabledWhen: [whileMeasuring],
  },
  {
    key: 'calibrateBloodPressureSetting',
    group: 'alarmSettings',
    page: 'health',
    order: 230,
    kind: 'toggle',
    default: false,
    capability: 'health',
    confirm: [{ id: 'turnOn', when: 'change', from: false, to: true }],
  },
  {
    key: 'calibrateHeartRate',
    group: 'alarmSettings',
    page: 'health',
    order: 240,
    kind: 'integer',
    unit: 'bpm',
    min: 20,
    max: 300,
    default: 70,
    capability: 'health',
    shownWhen: [whileCalibrated],
  },
  {
    key: 'calibrateSystolicPressure',
    group: 'alarmSettings',
    page: 'health',
    order: 250,
    kind: 'integer',
    unit: 'mmHg',
    min: 30,
    max: 300,
    default: 120,
    capability: 'health',
    shownWhen: [whileCalibrated],
  },
  {
    key: 'calibrateDiastolicPressure',
    group: 'alarmSettings',
    page: 'health',
    order: 260,
    kind: 'integer',
    unit: 'mmHg',
    min: 20,
    max: 250,
    default: 80,
    capability: 'health',
    shownWhen: [whileCalibrated],
  },
  {
    key: 'devicePedometer',
    group: 'general',
    page: 'pedometer',
    order: 40,
    kind: 'toggle',
    default: true,
    capability: 'pedometer',
  },
] as const satisfies readonly SettingDefinition[];
