import { guardSeconds, heartbeatMinutes, optionsOf, stcbGuardSeconds, stcbHeartbeatMinutes } from '../option-lists.ts';
import type { SettingDefinition } from './types.ts';

/** Off: Varde drops the readings of heart rate and blood pressure. */
export const healthHeartRateBloodPressure = {
  key: 'healthHeartRateBloodPressure',
  group: 'general',
  page: 'health',
  order: 48,
  kind: 'toggle',
  default: true,
  capability: 'health',
  keptByServer: true,
  ofWearer: true,
} as const satisfies SettingDefinition;

export const generalSettings = [
  {
    key: 'heartbeatInterval',
    group: 'general',
    order: 10,
    kind: 'choice',
    unit: 'min',
    options: optionsOf(heartbeatMinutes, stcbHeartbeatMinutes),
    default: 5,
    omittedWhereAbsent: true,
  },
  {
    // Named by the specification without a range or a default. Varde judges by it (`inactiveWarning`).
    key: 'staticTooLong',
    group: 'general',
    order: 20,
    kind: 'integer',
    unit: 'h',
    min: 1,
    max: 168,
    default: 24,
    override: true,
    keptByServer: true,
  },
  {
    // The command is in the vendor's list, and no watch has been seen to obey it: on trial.
    key: 'watchRemoval',
    group: 'general',
    order: 30,
    kind: 'toggle',
    default: false,
    capability: 'wearDetection',
    needs: 'beta',
  },
  {
    // The call filter: only numbers of the device's list get through.
    key: 'aclCheck',
    group: 'general',
    order: 32,
    kind: 'toggle',
    default: true,
    confirm: [{ id: 'risk', when: 'change', from: true, to: false }],
    warnings: [
      {
        id: 'emptyList',
        when: [
          { key: 'aclCheck', equals: true },
          ...['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3'].map((key) => ({ key, equals: '' })),
        ],
      },
    ],
  },
  {
    key: 'guardTime',
    group: 'general',
    order: 34,
    kind: 'choice',
    unit: 's',
    options: optionsOf(guardSeconds, stcbGuardSeconds),
    default: 0,
  },
  {
    // How long sensors are passed over after the wearer has asked for it.
    key: 'bypassTimer',
    group: 'general',
    order: 36,
    kind: 'choice',
    unit: 's',
    options: [0, 30, 60, 120, 180, 240, 300, 600].map((value) => ({ value })),
    default: 0,
  },
  // The unit's own button begins to learn sensors.
  { key: 'localLearning', group: 'general', order: 38, kind: 'toggle', default: true },
  {
    key: 'sensorSensitivity',
    group: 'general',
    order: 42,
    kind: 'choice',
    options: [1, 2, 3, 4, 5].map((value) => ({ value })),
    default: 3,
  },
  {
    key: 'alarmButtonSensitivity',
    group: 'general',
    order: 44,
    kind: 'choice',
    options: [{ value: 0 }, { value: 1 }, { value: 2 }],
    default: 1,
  },
  {
    // Hours without a movement before the unit itself asks and then alarms; 0: never (CTC-1052 command 44).
    key: 'userInactivityLimit',
    group: 'general',
    order: 46,
    kind: 'integer',
    unit: 'h',
    min: 0,
    max: 36,
    default: 0,
    ofWearer: true,
  },
  healthHeartRateBloodPressure,
] as const satisfies readonly SettingDefinition[];
