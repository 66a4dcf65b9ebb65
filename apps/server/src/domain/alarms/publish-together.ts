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
 * longer than most of what is done about it, and in an outage hundreds are told in a few seconds. What could not be
 * published waits for the next alarm, and at the end for a last try.
 */
export function publishTogether(to: { db: Database; bus: Bus }): TogetherPublished {
  const waiting = new Set<number>();
  let publishing: Promise<void> | null = null;
  async function publish(): Promise<void> {
    try {
      while (waiting.size > 0) await publishAll([...waiting].sort((a, b) => a - b));
    } finally {
      publishing = null;
    }
  }
  async function publishAll(alarmIds: readonly number[]): Promise<void> {
    waiting.clear();
    try {
      await commitAndPublish(to, (tx, changes) => publishAlarms(tx, changes, alarmIds));
    } catch (error) {
      for (const alarmId of alarmIds) waiting.add(alarmId);
      throw error;
    }
  }
  return {
    add(alarmId) {
      waiting.add(alarmId);
      publishing ??= publish();
      publishing.catch(() => undefined); // `done` tries again
    },
    async done() {
      await publishing?.catch(() => undefined);
      if (waiting.size > 0) await publish();
    },
  };
}
