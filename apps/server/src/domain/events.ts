import type { Alarm } from '@varde/contract/alarms';
import type { LiveEvent } from '@varde/contract/events';
import { type ListedDevice, presentDeviceRow } from './devices/device-row.ts';
import { presentTransaction, type TransactionRecord } from './transactions/present-transaction.ts';

/** A device's row as the transaction leaves it. `previousCustId`: it was this customer's before. */
export function deviceEvent(device: ListedDevice, custName: string, previousCustId?: number): LiveEvent {
  const { deviId, custId } = device;
  const moved = previousCustId === undefined || previousCustId === custId ? {} : { previousCustId };
  return { type: 'device', deviId, custId, device: presentDeviceRow(device, custName), ...moved };
}

export function alarmEvent(alarm: Alarm): LiveEvent {
  return { type: 'alarm', deviId: alarm.deviId, custId: alarm.custId, alarm };
}

/** New rows of one device and customer. `laterCustIds`: customers that were given the device since they happened. */
export function transactionsEvent(
  rows: readonly [TransactionRecord, ...TransactionRecord[]],
  laterCustIds: readonly number[] = [],
): LiveEvent {
  const [{ deviId, custId }] = rows;
  return { type: 'transactions', deviId, custId, laterCustIds, transactions: rows.map(presentTransaction) };
}
