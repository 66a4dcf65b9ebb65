import { type MessageTypeId, metyId } from './message-types.ts';
import { statuses } from './statuses.ts';
import type { SetFlags, WarningFlag } from './warning-flags.ts';

/**
 * Message types that raise an alarm, and the flag that each sets. Specification 1, section 3 "Alarm message type ids",
 * and specification 2, section 9 "Alarm type numbers". A type without a flag of its own sets `alarmWarning`.
 * `inBedWarning` reads "Not in bed" on the screen (texts.md), so it is 24 that sets it and not 25.
 */
export const alarmTypes = [
  { metyId: metyId.fire, flag: 'fireWarning' },
  { metyId: metyId.manDown, flag: 'manDownWarning' },
  { metyId: metyId.epilepsy, flag: 'epilepsyWarning' },
  { metyId: metyId.alarm, flag: 'alarmWarning' },
  { metyId: metyId.panicButton, flag: 'alarmWarning' },
  { metyId: metyId.medical, flag: 'alarmWarning' },
  { metyId: metyId.pullCord, flag: 'alarmWarning' },
  { metyId: metyId.water, flag: 'alarmWarning' },
  { metyId: metyId.notStoodUp, flag: 'alarmWarning' },
  { metyId: metyId.wanderer, flag: 'wandererWarning' },
  { metyId: metyId.geofence, flag: 'geofenceWarning' },
  { metyId: metyId.advancedGeofenceLeft, flag: 'geofenceWarning' },
  { metyId: metyId.outOfBed, flag: 'outOfBedWarning' },
  { metyId: metyId.fridge, flag: 'fridgeWarning' },
  { metyId: metyId.notBackInBed, flag: 'inBedWarning' },
] as const satisfies readonly { metyId: MessageTypeId; flag: WarningFlag }[];

export type AlarmTypeId = (typeof alarmTypes)[number]['metyId'];
export type AlarmFlag = (typeof alarmTypes)[number]['flag'];

/** The flags that an alarm sets and its reset clears. */
export const alarmFlags: readonly AlarmFlag[] = [...new Set(alarmTypes.map(({ flag }) => flag))];

/** For so long after it was reset, an alarm can be reopened, in milliseconds. */
export const reopenMs = 10 * 60_000;
/** An alarm that was handed over and not confirmed within this time is open for everybody again, milliseconds. */
export const confirmWithinMs = 60_000;

/** Whether messages of this type raise an alarm. */
export function isAlarm(type: MessageTypeId): type is AlarmTypeId {
  return alarmTypes.some((alarm) => alarm.metyId === type);
}

/** The types of alarms about a place that was left. */
export const geofenceAlarms: readonly number[] = alarmTypes
  .filter(({ flag }) => flag === 'geofenceWarning')
  .map(({ metyId: type }) => type);

/** Causes besides message types that turn a flag on or off. */
export type FlagEvent =
  /** Any message from the device. */
  | 'contact'
  /** The device's connection is back. */
  | 'connected'
  /** No message for too long (`offlineAfterMinutes`). */
  | 'silent'
  /** The last position is older than `outdatedPositionHours`. */
  | 'positionOutdated'
  | 'newPosition'
  /** See `batteryWarningAfter`. */
  | 'batteryLow'
  | 'batteryRecovered'
  /** Several live connections claim to be the device. */
  | 'identityContested'
  /** One connection is left. */
  | 'identitySettled'
  /** The daily self-check did not come (`selfCheckLimit`). */
  | 'selfCheckMissed'
  /** The connection is gone for so long that the device would be offline, if it did not report on another way. */
  | 'connectionLost'
  /** No activity for too long (`inactivity.ts`). */
  | 'inactive'
  | 'activity';

export type FlagCause = MessageTypeId | FlagEvent;

export interface FlagRule {
  flag: WarningFlag;
  on: readonly FlagCause[];
  off: readonly FlagCause[];
}

/**
 * Decisions, "When a status flag turns on and off". A low or recovered battery reported by the device counts like a
 * measured level. `generalWarning` follows from the others: `generalWarningOf`.
 */
export const flagRules: readonly FlagRule[] = [
  ...alarmFlags.map((flag) => ({
    flag,
    on: alarmTypes.filter((alarm) => alarm.flag === flag).map((alarm) => alarm.metyId),
    off: flag === 'geofenceWarning' ? [metyId.alarmReset, metyId.advancedGeofenceEntered] : [metyId.alarmReset],
  })),
  { flag: 'selfCheckWarning', on: [metyId.selfCheckFailed, 'selfCheckMissed'], off: [metyId.selfCheckOk] },
  { flag: 'outOfBatteryWarning', on: [metyId.outOfBattery], off: ['contact'] },
  { flag: 'offlineWarning', on: [metyId.offline, 'silent'], off: ['contact'] },
  { flag: 'offline', on: [metyId.offline, 'silent'], off: ['contact'] },
  { flag: 'tcpStatusDisabledWarning', on: [metyId.communicationLost, 'connectionLost'], off: ['connected'] },
  { flag: 'inactiveWarning', on: ['inactive'], off: ['activity'] },
  { flag: 'outdatedPositionWarning', on: ['positionOutdated'], off: ['newPosition'] },
  {
    flag: 'batteryWarning',
    on: [metyId.lowBattery, metyId.lowBatteryCustom, 'batteryLow'],
    off: [metyId.batteryOk, metyId.chargingStarted, 'batteryRecovered'],
  },
  { flag: 'powerFailure', on: [metyId.powerFailure], off: [metyId.powerRestored] },
  // The technical warning without a flag of its own: the log has its subject, message type 120.
  { flag: 'unknownWarning', on: ['identityContested'], off: ['identitySettled'] },
];

const changesByCause: ReadonlyMap<FlagCause, SetFlags> = new Map(
  [...new Set(flagRules.flatMap(({ on, off }) => [...on, ...off]))].map((cause) => [cause, changesOf(cause)]),
);

function changesOf(cause: FlagCause): SetFlags {
  const changed = flagRules.filter(({ on, off }) => on.includes(cause) || off.includes(cause));
  return Object.fromEntries(changed.map(({ flag, on }) => [flag, on.includes(cause)]));
}

/**
 * The flags that a cause sets (true) and clears (false); unchanged flags are absent. For a message from a device apply
 * `contact` first, then its events, since type 10 outlives its contact.
 */
export function flagChanges(cause: FlagCause): SetFlags {
  return changesByCause.get(cause) ?? {};
}

/** For a message type that sets no flag. */
const unranked = 10_000;

const urgencyOf: ReadonlyMap<MessageTypeId, number> = new Map(
  Object.values(metyId).map((type) => [type, statusPriority(type)]),
);

function statusPriority(type: MessageTypeId): number {
  const set = flagRules.filter(({ on }) => on.includes(type)).map(({ flag }) => flag);
  const matching = statuses.filter((status) => status.flags.some((flag) => set.includes(flag)));
  // An alarm precedes all technical events, whatever its status's priority: the list ranks a failed self-check above a
  // resident out of bed, but a message that carries both is about the resident.
  const rank = Math.min(...matching.map(({ priority }) => priority), unranked);
  return isAlarm(type) ? rank : rank + 1000;
}

/**
 * The shown type of a message with these events: alarms first in the priority order of the statuses, then events that
 * set a technical flag, then the rest; the first sent among equals. Null without events.
 */
export function mainMessageType(events: readonly { metyId: MessageTypeId }[]): MessageTypeId | null {
  let main: MessageTypeId | null = null;
  for (const event of events) {
    if (main === null || urgency(event.metyId) < urgency(main)) main = event.metyId;
  }
  return main;
}

/**
 * The rank of a message type among those of one message, lower first: alarms, types that set a technical flag, the
 * rest.
 */
export function urgency(type: MessageTypeId): number {
  return urgencyOf.get(type) ?? unranked;
}
