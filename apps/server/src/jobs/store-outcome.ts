import { setTimeout } from 'node:timers/promises';
import { isAway } from '#platform/database/database-unavailable.ts';

const pauseMs = 250;
/** Longer than a database takes to restart, or another one to take its place, and shorter than the longest run of a delivery. */
const longestMs = 540_000;

/**
 * Stores what has become of a message that was handed over, as soon as the database answers: when it stops in this
 * moment, another try would hand the message over twice. Meanwhile `renew` keeps its lease: while one row is locked, or one
 * table cannot be written, other processes go on taking messages. Throws what is no such fault, and the last one.
 */
export async function storeOutcome<Result>(
  { stopping }: { stopping: AbortSignal },
  { store, renew }: { store: () => Promise<Result>; renew: () => Promise<unknown> },
): Promise<Result> {
  const began = performance.now();
  for (;;)
    try {
      return await store();
    } catch (error) {
      if (!isAway(error) || stopping.aborted || performance.now() - began > longestMs) throw error;
      await renew().catch(() => undefined); // it may be away as a whole
      await setTimeout(pauseMs);
    }
}
