import type { SettingDefinition } from './types.ts';

/** The numbers that may call the device, or that it calls. An empty number is an empty place. */
export const whitelistSettings = [
  { key: 'phoneNoWhiteList1', group: 'whitelist', order: 10, kind: 'phone', default: '' },
  { key: 'phoneNoWhiteList2', group: 'whitelist', order: 20, kind: 'phone', default: '' },
  { key: 'phoneNoWhiteList3', group: 'whitelist', order: 30, kind: 'phone', default: '' },
  // Whom a watch calls at an alarm, in turn.
  { key: 'sosNumbers', group: 'whitelist', order: 40, kind: 'phones', most: 3, default: '' },
] as const satisfies readonly SettingDefinition[];
