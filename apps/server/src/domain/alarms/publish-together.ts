import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Database } from '#platform/database/database.ts';
import { publishAlarms } from './live-alarm-events.ts';

/** Publishes alarms whose `rev` was renewed in transactions that have been committed. */
export interface TogetherPublished {
  add(alarmId: number): void;
  /** Resolves when all are published; fails when some could not be. */
  done(): Promise<void>;
}

/**
 * The first alarm is published at once, and those that come meanwhile by one statement after it: to read an alarm takes
 * longer than most of what is done about it, and in an outage hundreds are told in a few seconds.
 */
export function publishTogether(to: { db: Database; bus: Bus }): TogetherPublished {
  const waiting = new Set<number>();
  let publishing: Promise<void> | null = null;
  async function publish(): Promise<void> {
    while (waiting.size > 0) {
      const alarmIds = [...waiting].sort((a, b) => a - b);
      waiting.clear();
      await commitAndPublish(to, (tx, changes) => publishAlarms(tx, changes, alarmIds));
    }
    publishing = null;
  }
  return {
    add(alarmId) {
      waiting.add(alarmId);
      publishing ??= publish();
      publishing.catch(() => undefined); // `done` says so
    },
    done: () => publishing ?? Promise.resolve(),
  };
}
