import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { insertTransactions, takeTransactionNumbers } from '#domain/transactions/insert-transactions.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import { type Batch, type MessageEntry, openMessages } from '../batch.ts';
import { messagesWithoutPlace, withoutPlace } from '../hide-places.ts';
import { placeIndoors } from '../place-indoors.ts';
import { transactionRow } from '../transaction-row.ts';

/** Stores one transaction for each sample, before it is interpreted. */
export async function storeTransactions(batch: Batch): Promise<void> {
  const messages = openMessages(batch);
  const hidden = messagesWithoutPlace(messages);
  for (const entry of messages) {
    const samples = samplesOf(entry);
    entry.samples = hidden.has(entry) ? samples.map(withoutPlace) : samples;
  }
  await placeIndoors(batch, messages);
  const count = messages.reduce((sum, { samples }) => sum + samples.length, 0);
  const numbers = await takeTransactionNumbers(batch.tx, count);
  for (const entry of messages) {
    entry.verdict = 'stored';
    entry.rows = entry.samples.map((sample, sampleNo) => {
      const tranId = numbers.next();
      return transactionRow(entry, { sample, sampleNo, tranId }, batch.now);
    });
    forgetMixedFrame(entry.rows);
    if (hidden.has(entry)) forgetFrame(entry.rows);
  }
  batch.stored.push(...messages.flatMap(({ rows }) => rows));
  await insertTransactions(batch.tx, batch.stored);
}

/** A message that only reports settings, or all sensors of a unit, is shown in the log too, with its frame. */
function samplesOf({ uplink: { report } }: MessageEntry): readonly Sample[] {
  if (report.samples.length > 0 || isSilent(report)) return report.samples;
  return [{ metyId: metyId.settingsReport, events: [], at: null, historical: false }];
}

const isSilent = ({ settings, sensors }: MessageEntry['uplink']['report']): boolean =>
  settings === undefined && sensors?.all === undefined;

/** A frame with samples of two wearers would show the positions of one to the customer of the other. */
function forgetMixedFrame(rows: readonly TransactionRecord[]): void {
  if (new Set(rows.map(({ assignmentId }) => assignmentId)).size > 1) forgetFrame(rows);
}

/** The frame is kept with the first sample, and holds the places of all. */
function forgetFrame([first]: readonly TransactionRecord[]): void {
  if (first !== undefined) first.raw = null;
}
