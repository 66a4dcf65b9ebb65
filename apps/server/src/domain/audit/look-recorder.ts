import { setTimeout } from 'node:timers/promises';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { withReach } from '#platform/reach.ts';
import { type Look, looksAtOnce, recordLooks } from './audit-looks.ts';

/** Writes down looks that must not wait for it: an alarm is shown first. */
export interface LookRecorder {
  note(looks: readonly Look[]): void;
  /** Resolves when everything noted so far is written, or when the database has not taken it for a while. */
  settled(): Promise<void>;
}

const retryMs = 1_000;
/** How long the end of the process waits for a database that is away. */
const patienceMs = 5_000;

/** A few at a time, one after another and with pauses, so that no alarm waits for many of them. */
export function createLookRecorder(db: Database, log: Log): LookRecorder {
  const waiting: Look[] = [];
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.slice(0, looksAtOnce);
      const began = performance.now();
      try {
        await withReach('all', () => recordLooks(db, some));
        waiting.splice(0, some.length);
        // The embedded database runs in this thread: as much time as this took is for everything else.
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
    settled: () =>
      Promise.race([writing ?? Promise.resolve(), setTimeout(patienceMs, undefined, { ref: false })]),
  };
}
