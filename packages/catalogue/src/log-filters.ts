import { alarmFlags, alarmTypes } from './alarms.ts';
import type { Hardware } from './hardware/types.ts';
import { type MessageTypeId, metyId } from './message-types.ts';
import { tranSource } from './transaction-sources.ts';
import type { WarningFlag } from './warning-flags.ts';

interface LogFilterRow {
  /** Never renamed: it is in addresses. */
  key: string;
  /** The field of a transaction that says whether it is of these message types (specification 2, section 3). */
  field?: string;
  /** Transactions of these message types pass. */
  types: readonly MessageTypeId[];
  /** Devices with one of these warnings pass. */
  flags: readonly WarningFlag[];
}

/** The alarm filter of the log and the map (specification 2, section 3 "Alarm filter values"). */
export const logFilters = [
  {
    key: 'ALARM',
    field: 'alarmType',
    types: alarmTypes.filter(({ flag }) => flag !== 'geofenceWarning').map((type) => type.metyId),
    flags: alarmFlags.filter((flag) => flag !== 'geofenceWarning'),
  },
  {
    key: 'GEOFENCE',
    field: 'geofenceType',
    types: [metyId.geofence, metyId.advancedGeofenceLeft, metyId.advancedGeofenceEntered],
    flags: ['geofenceWarning'],
  },
  {
    key: 'OUT_OF_BATTERY',
    field: 'outOfBatteryType',
    types: [metyId.outOfBattery],
    flags: ['outOfBatteryWarning'],
  },
  {
    key: 'BATTERY',
    field: 'batteryType',
    types: [metyId.lowBattery, metyId.lowBatteryCustom, metyId.batteryOk],
    flags: ['batteryWarning'],
  },
  {
    key: 'SELFCHECK',
    field: 'selfCheckType',
    types: [metyId.selfCheckFailed, metyId.selfCheckOk],
    flags: ['selfCheckWarning'],
  },
  {
    key: 'OFFLINE',
    field: 'offlineType',
    types: [metyId.offline, metyId.onlineAgain, metyId.communicationLost],
    flags: ['offlineWarning', 'offline', 'tcpStatusDisabledWarning'],
  },
  {
    key: 'TECHNICAL',
    field: 'technicalType',
    types: [metyId.technical, metyId.powerFailure, metyId.powerRestored],
    flags: ['powerFailure', 'generalWarning', 'unknownWarning'],
  },
  { key: 'STATIC', types: [], flags: ['inactiveWarning'] },
  { key: 'UNKNOWN', types: [metyId.unknown], flags: ['unknownWarning'] },
] as const satisfies readonly LogFilterRow[];

export type LogFilter = (typeof logFilters)[number]['key'];
export const logFilterKeys: readonly LogFilter[] = logFilters.map(({ key }) => key);

/** The filters that a device's log offers (specification 2, section 5). Home units know no geofence. */
export const logFiltersOf = ({ family }: Pick<Hardware, 'family'>): readonly LogFilter[] =>
  family === 'home'
    ? ['ALARM', 'BATTERY', 'SELFCHECK', 'OFFLINE', 'TECHNICAL']
    : ['ALARM', 'GEOFENCE', 'OUT_OF_BATTERY', 'BATTERY', 'SELFCHECK', 'OFFLINE', 'TECHNICAL'];

/** The message types that pass these filters. */
export const typesOfFilters = (chosen: readonly LogFilter[]): readonly MessageTypeId[] =>
  logFilters.filter(({ key }) => chosen.includes(key)).flatMap(({ types }) => types);

type TypeField = Extract<(typeof logFilters)[number], { field: string }>['field'];
export type TypeFlags = Readonly<Record<TypeField, boolean>>;

interface Typed {
  metyId: number;
  subtypes: readonly number[];
  tranSource: number;
}

/**
 * The type flags of a transaction. One of the historical source has no alarm flag (specification 2, section 4).
 */
export function typeFlagsOf(transaction: Typed): TypeFlags {
  const types = [transaction.metyId, ...transaction.subtypes];
  const flags = logFilters.flatMap((row) =>
    'field' in row ? [[row.field, row.types.some((type) => types.includes(type))] as const] : [],
  );
  const all = Object.fromEntries(flags) as Record<TypeField, boolean>;
  return { ...all, alarmType: all.alarmType && transaction.tranSource !== tranSource.historical };
}

/** Whether a transaction passes: with nothing chosen each one does (specification 2, section 5). */
export function passesFilters(transaction: Typed, chosen: readonly LogFilter[]): boolean {
  if (chosen.length === 0) return true;
  const flags = typeFlagsOf(transaction);
  const unflagged = typesOfFilters(chosen.filter((key) => key === 'UNKNOWN'));
  return (
    logFilters.some((row) => 'field' in row && chosen.includes(row.key) && flags[row.field]) ||
    [transaction.metyId, ...transaction.subtypes].some((type) => unflagged.some((one) => one === type))
  );
}
