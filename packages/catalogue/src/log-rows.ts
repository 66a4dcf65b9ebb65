import type { Hardware } from './hardware/types.ts';
import { type LogFilter, passesFilters } from './log-filters.ts';
import { metyId } from './message-types.ts';
import { hasGpsQuality, posType } from './pos-types.ts';
import { tranSource } from './transaction-sources.ts';

/** The fields of a transaction that its row is made from. */
interface LoggedTransaction {
  metyId: number;
  subtypes: readonly number[];
  tranSource: number;
  direction: 'I' | 'O' | 'S';
  posType: number | null;
  posLati: number | null;
  posLong: number | null;
  accuracy: number | null;
  numSatellites: number | null;
  hdop: number | null;
  inloId: number | null;
  dekmId: number | null;
}

/** What a row of the log shows of a transaction (specification 2, section 4 "Transaction preparation"). */
export interface LogRow {
  /** Varde itself wrote it. */
  serverEvent: boolean;
  /** The wearer has left or entered an advanced geofence. */
  isAdvGeofence: boolean;
  /** The message type that is shown: that of a poor position is its own. */
  shownType: number;
  /** Satellites and HDOP; `OK`: the device never reports them. Null: not shown. */
  gpsQualityNumSat: number | 'OK' | null;
  gpsQualityHdop: number | 'OK' | null;
}

/** Beyond this a position by the network, WiFi or a beacon is poor, metres. */
const goodAccuracy = 100;
/** With fewer satellites, or a greater HDOP, a position is poor. */
const fewestSatellites = 4;
const greatestHdop = 10;

/** Whether the address of its place is looked up: of a satellite position, and of a poor one (specification 2, section 4). */
export const hasAddress = (transaction: LoggedTransaction): boolean =>
  transaction.posLati !== null && (transaction.posType === posType.gps || isPoor(transaction));

/** What is told of a transaction with it: of its position, and the alarm filters that it passes (specification 2, section 3). */
export function transactionFlags(transaction: LoggedTransaction) {
  const passes = (filter: LogFilter) => passesFilters(transaction, [filter]);
  const alarmType = passes('ALARM');
  const { posType: source } = transaction;
  return {
    /** Its position is that of the mobile network. */
    gsmGeo: source === posType.cell || source === posType.network,
    /** Its position may be far off. */
    hasPoorPosition: isPoor(transaction),
    /** How far off is shown on request. */
    poorPositionDisplayed: false,
    /** It carried an alarm other than of a geofence, and was not sent later. */
    alarmType,
    geofenceType: passes('GEOFENCE'),
    outOfBatteryType: passes('OUT_OF_BATTERY'),
    batteryType: passes('BATTERY'),
    selfCheckType: passes('SELFCHECK'),
    offlineType: passes('OFFLINE'),
    technicalType: passes('TECHNICAL'),
    /** It is shown whatever is chosen: nobody who looks at the device misses its alarm. */
    ignoreFilter: alarmType,
  };
}

/** The row of a transaction of this hardware in the log. */
export function logRowOf(transaction: LoggedTransaction, hardware: Hardware | undefined): LogRow {
  const { metyId: type, numSatellites, hdop } = transaction;
  return {
    serverEvent: transaction.tranSource === tranSource.server,
    isAdvGeofence: type === metyId.advancedGeofenceLeft || type === metyId.advancedGeofenceEntered,
    shownType: type === metyId.position && isPoor(transaction) ? metyId.positionPoor : type,
    gpsQualityNumSat: quality(transaction, numSatellites, hardware),
    gpsQualityHdop: quality(transaction, hdop, hardware),
  };
}

function isPoor({ posType: source, posLati, posLong, accuracy, numSatellites, hdop }: LoggedTransaction): boolean {
  if (source === null || posLati === null || posLong === null || source === posType.lastKnown) return false;
  if (!hasGpsQuality(source)) return accuracy === null || accuracy > goodAccuracy;
  return (numSatellites !== null && numSatellites < fewestSatellites) || (hdop !== null && hdop > greatestHdop);
}

/**
 * Of incoming satellite positions only, and not of those that an indoor location or a known access point has replaced,
 * heartbeats and settings.
 */
function quality(
  { direction, posType: source, inloId, dekmId, metyId: type }: LoggedTransaction,
  value: number | null,
  hardware: Hardware | undefined,
): number | 'OK' | null {
  const isShown =
    direction === 'I' &&
    source === posType.gps &&
    inloId === null &&
    dekmId === null &&
    type !== metyId.heartbeat &&
    type !== metyId.settingsReport;
  if (!isShown) return null;
  return value ?? (hardware?.capabilities.gpsQuality === false ? 'OK' : null);
}
