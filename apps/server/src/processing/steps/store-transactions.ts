import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { insertTransactions, type NewTransaction } from '#domain/transactions/insert-transactions.ts';
import { type Batch, type MessageEntry, openMessages } from '../batch.ts';
import { messagesWithUnwantedReadings, withoutReadings } from '../drop-readings.ts';
import { messagesWithoutPlace, withoutPlace } from '../hide-places.ts';
import { placeIndoors } from '../place-indoors.ts';
import { transactionRow } from '../transaction-row.ts';

/** Stores one transaction for each sample, before it is interpreted. */
export async function storeTransactions(batch: Batch): Promise<void> {
  const messages = openMessages(batch);
  const hidden = messagesWithoutPlace(messages);
  const unwanted = await messagesWithUnwantedReadings(batch.tx, messages);
  for (const entry of messages) {
    const samples = unwanted.has(entry) ? samplesOf(entry).map(withoutReadings) : samplesOf(entry);
    entry.samples = hidden.has(entry) ? samples.map(withoutPlace) : samples;
  }
  await placeIndoors(batch, messages);
  const rows = messages.flatMap((entry) => {
    const its = entry.samples.map((sample, sampleNo) => transactionRow(entry, { sample, sampleNo }, batch.now));
    forgetMixedFrame(its);
    if (hidden.has(entry) || unwanted.has(entry)) forgetFrame(its);
    return its;
  });
  const stored = await insertTransactions(batch.tx, rows);
  batch.stored.push(...stored);
  let next = 0;
  for (const entry of messages) {
    entry.verdict = 'stored';
    entry.rows = stored.slice(next, next + entry.samples.length);
    next += entry.samples.length;
  }
}

/** A message that only reports settings, or all sensors of a unit, is shown in the log too, with its frame. */
function samplesOf({ uplink: { report } }: MessageEntry): readonly Sample[] {
  if (report.samples.length > 0 || isSilent(report)) return report.samples;
  return [{ metyId: metyId.settingsReport, events: [], at: null, historical: false }];
}

const isSilent = ({ settings, sensors }: MessageEntry['uplink']['report']): boolean =>
  settings === undefined && sensors?.all === undefined;

/** A frame with samples of two wearers would show the positions of one to the customer of the other. */
function forgetMixedFrame(rows: readonly NewTransaction[]): void {
  if (new Set(rows.map(({ assignmentId }) => assignmentId)).size > 1) forgetFrame(rows);
}

/** The frame is kept with the first sample, and holds the places and readings of all. */
function forgetFrame([first]: readonly NewTransaction[]): void {
  if (first !== undefined) first.raw = null;
}
