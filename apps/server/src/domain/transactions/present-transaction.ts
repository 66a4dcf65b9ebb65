import { hasAddress, transactionFlags } from '@varde/catalogue/log-rows';
import { messageTypes, metyId } from '@varde/catalogue/message-types';
import { isNotifyEvent } from '@varde/catalogue/notify-events';
import type { LiveEvent } from '@varde/contract/events';
import type { NotificationEvent, Transaction } from '@varde/contract/transactions';
import { epoch } from '#platform/clock/epoch.ts';
import type { transactions } from './tables.ts';

export type TransactionRecord = typeof transactions.$inferSelect;

/** The columns of a transaction log row; the raw frame is read for a single one only. */
export type ListedTransaction = Omit<
  TransactionRecord,
  'custId' | 'speed' | 'course' | 'altitude' | 'raw' | 'sampleNo'
> & {
  /** Of its place, as it is known now. */
  address?: string | null;
  /** False: the alarm that it began has been reset. Absent: it has just come, or nobody asked. */
  alarmIsOpen?: boolean;
};

/** A row of the transaction log on the wire. */
export function presentTransaction(row: ListedTransaction): Transaction {
  const subtypes = row.subtypes ?? [];
  const direction = row.direction as Transaction['direction'];
  const logged = { ...row, subtypes, direction };
  const address = hasAddress(logged) ? (row.address ?? null) : '';
  const flags = transactionFlags(logged);
  return {
    ...flags,
    ignoreFilter: flags.ignoreFilter && row.alarmIsOpen !== false,
    id: row.tranId,
    tranId: row.tranId,
    recTs: epoch(row.recTs),
    deviId: row.deviId,
    dehaId: row.dehaId,
    metyId: row.metyId,
    subtypes,
    containsSubtypes: subtypes.length > 0,
    isNotifyEvent: isNotifyEvent(row.metyId, subtypes),
    tranSource: row.tranSource,
    direction,
    deviceTime: epoch(row.deviceTime),
    historical: row.historical,
    posType: row.posType,
    posLati: row.posLati,
    posLong: row.posLong,
    posTime: epoch(row.posTime),
    accuracy: row.accuracy,
    numSatellites: row.numSatellites,
    hdop: row.hdop,
    gsmStrength: row.gsmStrength,
    battery: row.battery,
    place: textOf(row.detail, 'place'),
    address,
    addressLookupDone: address !== null,
    inloId: row.inloId,
    dekmId: row.dekmId,
    isNew: false,
    technical: row.metyId === metyId.technical ? textOf(row.detail, 'code') : null,
    command: direction === 'O' ? textOf(row.detail, 'command') : null,
    sensorId: row.sensorId,
    sensorName: row.sensorName,
    word: row.word,
  };
}

const batteryEvents: readonly number[] = [
  metyId.lowBattery,
  metyId.outOfBattery,
  metyId.lowBatteryCustom,
  metyId.batteryOk,
];

/** The events that a message is about, most urgent first. */
export function notificationEventsOf(row: ListedTransaction): NotificationEvent[] {
  const { metyId: type, recTs, deviceTime, battery, word } = row;
  const subtypes = row.subtypes ?? [];
  if (!isNotifyEvent(type, subtypes)) return [];
  const describe = (evtyId: number): string | null => {
    if (evtyId === metyId.technical) return textOf(row.detail, 'code');
    if (batteryEvents.includes(evtyId)) return battery === null ? null : `${battery}\u202f%`;
    return word;
  };
  return [...new Set([type, ...subtypes])].map((evtyId) => ({
    evtyId,
    createdTime: epoch(deviceTime ?? recTs),
    eventType: { name: messageTypes.find(({ id }) => id === evtyId)?.key ?? 'unknown' },
    description: describe(evtyId),
  }));
}

function textOf(detail: unknown, key: string): string | null {
  if (typeof detail !== 'object' || detail === null) return null;
  const value = (detail as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : null;
}

/** A row for those who follow the log. */
export const newTransaction = (row: ListedTransaction): Transaction => ({ ...presentTransaction(row), isNew: true });

/**
 * Event of new rows of one device and customer. `laterCustIds`: customers that received the device since they happened.
 */
export function transactionsEvent(
  rows: readonly [TransactionRecord, ...TransactionRecord[]],
  laterCustIds: readonly number[] = [],
): LiveEvent {
  const [{ deviId, custId }] = rows;
  return { type: 'transactions', deviId, custId, laterCustIds, transactions: rows.map(newTransaction) };
}
