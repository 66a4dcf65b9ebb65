import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PdfHead } from './pdf-table.ts';

/** Several times what a table needs; a thread that needs more ends, and the file with it. */
const maxMegabytes = 128;

/**
 * A table as PDF, drawn by a thread of its own, because the event loop of the server carries alarms. The next page of
 * rows is read when the bytes of the last one were, so that a slow reader fills no memory. The signal ends the thread in
 * the middle of a page.
 */
export async function* pdfOf(
  head: PdfHead,
  pages: AsyncIterable<readonly (readonly string[])[]>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: head,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread of an export ended')));
  });
  failed.catch(() => undefined); // it may fail while nobody waits for it
  const leave = () => void worker.terminate();
  signal.addEventListener('abort', leave, { once: true });
  const answerTo = async (rows: readonly (readonly string[])[] | null): Promise<Uint8Array> => {
    worker.postMessage(rows);
    const [bytes] = await Promise.race([once(worker, 'message'), failed]);
    return bytes;
  };
  try {
    for await (const rows of pages) yield await answerTo(rows);
    yield await answerTo(null);
  } finally {
    signal.removeEventListener('abort', leave);
    await worker.terminate();
  }
}
