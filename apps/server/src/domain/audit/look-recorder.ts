import { setTimeout } from 'node:timers/promises';
import { asServer } from '#platform/database/as-server.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log/log.ts';
import { type Look, looksAtOnce, recordLooks } from './audit-looks.ts';

/** Records looks asynchronously: an alarm is shown before its look is recorded. */
export interface LookRecorder {
  note(looks: readonly Look[]): void;
  /** Resolves when everything noted so far is written, or when the database has been unavailable for a while. */
  settled(): Promise<void>;
}

const retryMs = 1_000;
/** How long shutdown waits for an unavailable database. */
const patienceMs = 5_000;

/** Writes small batches one after another, with pauses, so that no alarm waits for many of them. */
export function createLookRecorder(db: Database, log: Log): LookRecorder {
  const waiting: Look[] = [];
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.slice(0, looksAtOnce);
      const began = performance.now();
      try {
        await asServer(() => recordLooks(db, some));
        waiting.splice(0, some.length);
        // The embedded database runs in this thread: pause as long as the write took.
        await setTimeout(performance.now() - began);
      } catch (error) {
        log.error({ err: error, waiting: waiting.length }, 'looks could not be written to the audit log');
        await setTimeout(retryMs, undefined, { ref: false });
      }
    }
    writing = null;
  }
  return {
    note(looks) {
      waiting.push(...looks);
      if (waiting.length > 0) writing ??= write();
    },
    settled: () => Promise.race([writing ?? Promise.resolve(), setTimeout(patienceMs, undefined, { ref: false })]),
  };
}
