import { alarmTypes, geofenceAlarms } from './alarms.ts';
import type { Hardware } from './hardware/types.ts';
import { type MessageTypeId, metyId } from './message-types.ts';
import { tranSource } from './transaction-sources.ts';

interface LogFilterRow {
  /** Never renamed: it is in addresses. */
  key: string;
  /** Transactions of these message types pass. */
  types: readonly MessageTypeId[];
}

/** The alarm filter of the log (specification 2, section 3 "Alarm filter values"). */
const logFilters = [
  {
    key: 'ALARM',
    types: alarmTypes.map((type) => type.metyId).filter((type) => !geofenceAlarms.includes(type)),
  },
  {
    key: 'GEOFENCE',
    types: [metyId.geofence, metyId.advancedGeofenceLeft, metyId.advancedGeofenceEntered],
  },
  { key: 'OUT_OF_BATTERY', types: [metyId.outOfBattery] },
  { key: 'BATTERY', types: [metyId.lowBattery, metyId.lowBatteryCustom, metyId.batteryOk] },
  { key: 'SELFCHECK', types: [metyId.selfCheckFailed, metyId.selfCheckOk] },
  { key: 'OFFLINE', types: [metyId.offline, metyId.onlineAgain, metyId.communicationLost] },
  { key: 'TECHNICAL', types: [metyId.technical, metyId.powerFailure, metyId.powerRestored] },
  { key: 'STATIC', types: [] },
  { key: 'UNKNOWN', types: [metyId.unknown] },
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

/** Of these a log has most, and no filter asks for them: a filtered log is read without them (`transactions_events`). */
export const routineTypes: readonly MessageTypeId[] = [
  metyId.heartbeat,
  metyId.position,
  metyId.settingsReport,
  metyId.healthReading,
  metyId.steps,
];

interface Typed {
  metyId: number;
  subtypes: readonly number[];
  tranSource: number;
}

/**
 * Whether a transaction passes: with nothing chosen each one does (specification 2, section 5). One of the historical
 * source counts as no alarm (section 4).
 */
export function passesFilters(transaction: Typed, chosen: readonly LogFilter[]): boolean {
  if (chosen.length === 0) return true;
  const isLate = transaction.tranSource === tranSource.historical;
  const passing: readonly number[] = typesOfFilters(chosen.filter((key) => key !== 'ALARM' || !isLate));
  return [transaction.metyId, ...transaction.subtypes].some((type) => passing.includes(type));
}
