import type { SettingDefinition } from './types.ts';

/** Minutes between signs of life. Specification 1, section 9 "Heartbeat minutes"; 0 turns it off. */
const heartbeatMinutes = [
  0, 2, 3, 4, 5, 10, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 5760, 7200, 8640, 10080, 20160, 30240,
  40320,
];

export const generalSettings = [
  {
    key: 'heartbeatInterval',
    group: 'general',
    order: 10,
    kind: 'choice',
    unit: 'min',
    options: heartbeatMinutes.map((value) => ({ value })),
    default: 5,
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
] as const satisfies readonly SettingDefinition[];
