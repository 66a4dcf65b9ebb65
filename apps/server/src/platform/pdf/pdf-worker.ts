import { parentPort, workerData } from 'node:worker_threads';
import { type PdfHead, PdfTable } from './pdf-table.ts';

/** The thread that draws one table: rows come in, bytes go out; null ends it. */
const table = new PdfTable(workerData as PdfHead);
parentPort?.on('message', (rows: readonly (readonly string[])[] | null) => {
  const bytes = rows === null ? table.end() : table.add(rows);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
