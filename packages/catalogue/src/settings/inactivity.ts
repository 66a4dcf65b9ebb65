import type { SettingDefinition } from './types.ts';

/** Specification 1, section 9 "Inactivity intervals". */
const intervalSeconds = [3600, 7200, 14_400, 21_600, 28_800, 43_200];

/** Specification 1, section 9 "Inactivity warn time". */
const warnSeconds = [180, 300, 600, 900, 1200, 1800, 3600];

/** Of the page "inactivity" of home units: Varde judges their wearers by what their sensors report. */
const base = { group: 'general', page: 'inactivity', keptByServer: true, ofWearer: true } as const;
const interval = {
  ...base,
  kind: 'choice',
  unit: 's',
  options: intervalSeconds.map((value) => ({ value })),
  default: 14_400,
} as const;
const time = { ...base, kind: 'time' } as const;
const inUse = { shownWhen: [{ key: 'inactivityFunction', differsFrom: 0 }] } as const;
const inTwo = { shownWhen: [{ key: 'inactivityFunction', equals: 2 }] } as const;

/** Decisions, "Settings": 0 off, 1 the first schedule, 2 both. */
export const inactivitySettings = [
  {
    ...base,
    key: 'inactivityFunction',
    order: 110,
    kind: 'choice',
    options: [{ value: 0 }, { value: 1 }, { value: 2 }],
    default: 0,
  },
  { ...interval, ...inUse, key: 'inactivityIntervalOne', order: 120 },
  { ...time, ...inUse, key: 'inactivityFromOne', order: 130, default: '08:00' },
  { ...time, ...inUse, key: 'inactivityToOne', order: 140, default: '22:00' },
  { ...interval, ...inTwo, key: 'inactivityIntervalTwo', order: 150 },
  { ...time, ...inTwo, key: 'inactivityFromTwo', order: 160, default: '22:00' },
  { ...time, ...inTwo, key: 'inactivityToTwo', order: 170, default: '08:00' },
  {
    // How long before its alarm a unit asks the wearer for a sign of life.
    key: 'inactivityWarnTime',
    group: 'general',
    page: 'inactivity',
    order: 180,
    kind: 'choice',
    unit: 's',
    options: warnSeconds.map((value) => ({ value })),
    default: 600,
    ofWearer: true,
    ...inUse,
  },
] as const satisfies readonly SettingDefinition[];
