import type { SettingDefinition } from './types.ts';

/**
 * The wearer is not located: only a message that raises an alarm, other than of a geofence, keeps its place (decision
 * 0024).
 */
export const disablePositioning = {
  key: 'disablePositioning',
  group: 'positioning',
  order: 10,
  kind: 'toggle',
  default: false,
  onAllHardware: true,
  capability: 'positioning',
  notOnFewTabs: true,
  keptByServer: true,
  ofWearer: true,
  confirm: [{ id: 'turnOn', when: 'change', from: false, to: true }],
} as const satisfies SettingDefinition;

export const positioningSettings = [disablePositioning] as const;
