import type { SettingDefinition } from './types.ts';

/** Commands by SMS need it; empty: none. */
export const smsPassword = {
  key: 'smsPassword',
  group: 'otherSetting',
  order: 10,
  kind: 'text',
  maxLength: 6,
  digits: true,
  secret: true,
  default: '',
} as const satisfies SettingDefinition;

/** After how many days the job `log-retention` deletes the rows of the wearer's log; 0: as all others. */
export const logKeptDays = {
  key: 'logKeptDays',
  group: 'privacy',
  page: 'deviceLogs',
  order: 20,
  kind: 'choice',
  options: [0, 7, 30, 90, 180].map((value) => ({ value })),
  default: 0,
  onAllHardware: true,
  keptByServer: true,
  ofWearer: true,
  confirm: [7, 30, 90, 180].map((to) => ({ id: 'delete', when: 'change', to })),
} as const satisfies SettingDefinition;

/** Varde sends the time zone of the device's market, and another one when its clocks are set forward or back. */
export const zoneOfMarket = {
  key: 'timeZoneOfMarket',
  group: 'deviceSetting',
  order: 9,
  kind: 'toggle',
  keptByServer: true,
  default: false,
} as const satisfies SettingDefinition;

/** Hours before or after Greenwich, in quarters. */
export const zone = {
  key: 'timeZone',
  group: 'deviceSetting',
  order: 10,
  kind: 'integer',
  unit: 'utc',
  min: -720,
  max: 840,
  step: 15,
  default: 60,
  enabledWhen: [{ key: 'timeZoneOfMarket', equals: false }],
} as const satisfies SettingDefinition;

/** What a device is set to by itself, apart from alarms (docs/protocols: EV-07B items 0x0C to 0x0F and 0x33, watches `SILENCETIME`, `PW`). */
export const deviceSettings = [
  {
    // Hours in which calls do not ring; alarms work.
    key: 'doNotDisturb',
    group: 'misc',
    order: 10,
    kind: 'hours',
    default: '',
  },
  zoneOfMarket,
  zone,
  smsPassword,
  {
    // Commands by SMS from other numbers are ignored: also those of Varde.
    key: 'smsFromListOnly',
    group: 'otherSetting',
    order: 20,
    kind: 'toggle',
    default: false,
    warnings: [{ id: 'ignored', when: [{ key: 'smsFromListOnly', equals: true }] }],
  },
  {
    // It fetches new firmware by itself.
    key: 'firmwareUpdatesItself',
    group: 'firmware',
    order: 10,
    kind: 'toggle',
    default: true,
  },
  {
    // The wearer may end a call that another one has begun.
    key: 'wearerMayHangUp',
    group: 'privacy',
    order: 10,
    kind: 'toggle',
    default: true,
  },
  logKeptDays,
] as const satisfies readonly SettingDefinition[];
