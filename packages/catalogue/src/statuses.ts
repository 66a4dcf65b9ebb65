import type { SetFlags, WarningFlag } from './warning-flags.ts';

/** Named colours of the console's status scale, used for nothing else. */
export type StatusColour =
  | 'alarm'
  | 'nonEscalatedAlarm'
  | 'status'
  | 'offline'
  | 'lowBattery'
  | 'selfcheck'
  | 'geofenceWarning'
  | 'powerFailure'
  | 'clear';

interface StatusDefinition {
  key: string;
  /** Lower wins. */
  priority: number;
  /** Its place in the order of the device list, when that is not its priority. */
  rank?: number;
  /** Any of these makes the status match. */
  flags: readonly WarningFlag[];
  colour: StatusColour;
  /** Tabler icon key; the console maps it to a drawing. */
  icon: string;
  /** Does not match while the device charges. */
  notWhileCharging?: true;
}

/**
 * Specification 1, section 4 "Device status (list)", in priority order. `offline` and `offlineWarning` are both fields
 * of the device list and show the same status. `lastMessageOnly` is the status of a unit in stock, which needs nobody: the
 * list has it behind the others. `clear` is the status when no other matches; `neverUsed`, which the specification does
 * not have, is shown in its place for a device that was never in contact (`shownStatus`).
 */
export const statuses = [
  { key: 'lastMessageOnly', priority: 1, rank: 99, flags: [], colour: 'status', icon: 'history' },
  { key: 'fire', priority: 2, flags: ['fireWarning'], colour: 'alarm', icon: 'flame' },
  { key: 'manDown', priority: 3, flags: ['manDownWarning'], colour: 'status', icon: 'fall' },
  { key: 'epilepsy', priority: 4, flags: ['epilepsyWarning'], colour: 'alarm', icon: 'activity-heartbeat' },
  { key: 'alarm', priority: 5, flags: ['alarmWarning'], colour: 'alarm', icon: 'urgent' },
  { key: 'wanderer', priority: 6, flags: ['wandererWarning'], colour: 'status', icon: 'walk' },
  {
    key: 'geofence',
    priority: 7,
    flags: ['geofenceWarning'],
    colour: 'geofenceWarning',
    icon: 'map-pin-off',
  },
  { key: 'selfCheck', priority: 8, flags: ['selfCheckWarning'], colour: 'selfcheck', icon: 'clipboard-x' },
  { key: 'outOfBed', priority: 9, flags: ['outOfBedWarning'], colour: 'status', icon: 'bed-off' },
  { key: 'fridge', priority: 10, flags: ['fridgeWarning'], colour: 'status', icon: 'fridge' },
  { key: 'inBed', priority: 11, flags: ['inBedWarning'], colour: 'status', icon: 'bed' },
  {
    key: 'outOfBattery',
    priority: 12,
    flags: ['outOfBatteryWarning'],
    colour: 'lowBattery',
    icon: 'battery-off',
  },
  { key: 'offline', priority: 13, flags: ['offlineWarning', 'offline'], colour: 'offline', icon: 'wifi-off' },
  {
    key: 'tcpDisabled',
    priority: 14,
    flags: ['tcpStatusDisabledWarning'],
    colour: 'status',
    icon: 'plug-connected-x',
  },
  {
    key: 'outdatedPosition',
    priority: 15,
    flags: ['outdatedPositionWarning'],
    colour: 'status',
    icon: 'map-question',
  },
  {
    key: 'battery',
    priority: 16,
    flags: ['batteryWarning'],
    colour: 'lowBattery',
    icon: 'battery-1',
    notWhileCharging: true,
  },
  { key: 'powerFailure', priority: 17, flags: ['powerFailure'], colour: 'powerFailure', icon: 'plug-off' },
  { key: 'inactive', priority: 18, flags: ['inactiveWarning'], colour: 'status', icon: 'zzz' },
  { key: 'general', priority: 19, flags: ['generalWarning'], colour: 'status', icon: 'alert-triangle' },
  { key: 'neverUsed', priority: 99, rank: 100, flags: [], colour: 'status', icon: 'plug' },
  { key: 'clear', priority: 100, flags: [], colour: 'clear', icon: 'circle-check' },
] as const satisfies readonly StatusDefinition[];

export type StatusKey = (typeof statuses)[number]['key'];
/** In priority order. */
export const statusKeys: readonly StatusKey[] = statuses.map(({ key }) => key);
export type StatusIcon = (typeof statuses)[number]['icon'];
export type Status = StatusDefinition & { key: StatusKey; icon: StatusIcon };

/** The inputs of a status besides the flags. */
export interface StatusContext {
  charging: boolean;
  /** It is in stock: nothing but its last message is kept up. */
  lastMessageOnly?: boolean;
}

const ordered: readonly Status[] = statuses;
const byKey = Object.fromEntries(ordered.map((status) => [status.key, status])) as Record<StatusKey, Status>;
const flagged = ordered.filter((status) => status.flags.length > 0);

/** The status with this key. */
export function statusByKey(key: StatusKey): Status {
  return byKey[key];
}

/** The place of a status in the order of the device list. */
export const rankOf = (key: StatusKey): number => byKey[key].rank ?? byKey[key].priority;

/** The one status that a device shows: the first in priority order that matches. */
export function statusOf(flags: SetFlags, { charging, lastMessageOnly = false }: StatusContext): Status {
  if (lastMessageOnly) return byKey.lastMessageOnly;
  return (
    flagged.find(
      (status) => !(status.notWhileCharging && charging) && status.flags.some((flag) => flags[flag] === true),
    ) ?? byKey.clear
  );
}

/** The statuses that are stored: all but the one that follows from the last contact. */
export const storedStatusKeys = statusKeys.filter((key) => key !== 'neverUsed');

/** The status that a device shows: nothing is known of one that was never in contact, least of all that it is well. */
export const shownStatus = (stored: StatusKey, hasContact: boolean): StatusKey =>
  stored === 'clear' && !hasContact ? 'neverUsed' : stored;

/** Whether nothing is wrong, as far as is known. */
export const isCalm = (shown: StatusKey): boolean => shown === 'clear' || shown === 'neverUsed';

/** The status's colour; in the alarm-handling partners' view an alarm that was not escalated has one of its own. */
export function statusColour(status: Status, view: { ahp: boolean; escalated: boolean }): StatusColour {
  return status.colour === 'alarm' && view.ahp && !view.escalated ? 'nonEscalatedAlarm' : status.colour;
}

/** Small marks beside the status. */
export type StatusBadge = 'generalWarning' | 'sensorLowBattery';

/** An exclamation mark for a technical problem that is not the status itself, a battery for a sensor's battery. */
export function badgesOf(flags: SetFlags, status: Status): StatusBadge[] {
  const badges: StatusBadge[] = [];
  if (flags.generalWarning && status.key !== 'general') badges.push('generalWarning');
  if (flags.sensorLowBattery) badges.push('sensorLowBattery');
  return badges;
}

/** An event that another one explains is not shown beside it (specification 2, section 2 "Status bar"). */
const explainedBy: { readonly [K in StatusKey]?: StatusKey } = {
  selfCheck: 'tcpDisabled',
  outOfBattery: 'selfCheck',
};

/** All that is the matter with a device, most urgent first, for the badges of its status bar. */
export function eventsOf(flags: SetFlags, { charging }: Pick<StatusContext, 'charging'>): Status[] {
  const set = flagged.filter(
    (status) =>
      status.key !== 'general' &&
      !(status.notWhileCharging && charging) &&
      status.flags.some((flag) => flags[flag] === true),
  );
  return set.filter(({ key }) => !set.some((other) => other.key === explainedBy[key]));
}

const technicalFlags = [
  'selfCheckWarning',
  'outOfBatteryWarning',
  'offlineWarning',
  'tcpStatusDisabledWarning',
  'outdatedPositionWarning',
  'batteryWarning',
  'powerFailure',
  'unknownWarning',
  'sensorLowBattery',
] as const satisfies readonly WarningFlag[];

/** Whether any flag is technical rather than about a person. */
export function hasTechnicalWarning(flags: SetFlags, { charging }: Pick<StatusContext, 'charging'>): boolean {
  return technicalFlags.some((flag) => flags[flag] && !(charging && flag === 'batteryWarning'));
}

/** The value of `generalWarning`: a technical flag is set that is not the main status. Decisions, "status flag". */
export function generalWarningOf(flags: SetFlags, context: StatusContext): boolean {
  const main = statusOf({ ...flags, generalWarning: false }, context);
  const others = Object.fromEntries(Object.entries(flags).filter(([flag]) => !hasFlag(main, flag)));
  return hasTechnicalWarning(others, context);
}

function hasFlag(status: Status, flag: string): boolean {
  return status.flags.some((own) => own === flag);
}
