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

const whilePositioned = { key: 'disablePositioning', equals: false } as const;

export const positioningSettings = [
  disablePositioning,
  {
    // A position with fewer satellites counts as poor.
    key: 'minNumSatellites',
    group: 'positioning',
    order: 20,
    kind: 'integer',
    min: 4,
    max: 9,
    default: 4,
    override: true,
    simpleForPrivate: true,
    enabledWhen: [whilePositioned],
  },
  {
    // Positions by masts of the mobile network where there are no satellites.
    key: 'acceptLBS',
    group: 'positioning',
    order: 30,
    kind: 'toggle',
    default: true,
    enabledWhen: [whilePositioned],
  },
] as const satisfies readonly SettingDefinition[];
