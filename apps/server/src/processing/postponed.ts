import type { UplinkVerdict } from '@varde/contract/events';
import { metrics } from '#platform/log/metrics.ts';
import { type QueuedUplink, senderOf } from './next-batch.ts';

/** An uplink whose publisher waits for its verdict. */
export interface Waiting extends QueuedUplink {
  /** When it was queued, by the monotonic clock. */
  since: number;
  /** How long it rests before the next try, milliseconds. Absent: no batch has postponed it. */
  pauseMs?: number;
  resolve(verdict: UplinkVerdict): void;
  reject(error: unknown): void;
}

/** Milliseconds; doubled with each try. */
interface Pause {
  firstMs: number;
  mostMs: number;
}
/** While another transaction holds a row of the device: asking costs the batch nothing. */
export const busyPause: Pause = { firstMs: 5, mostMs: 100 };
/** After a batch has waited for a lock in vain: asking costs everybody a moment. */
export const stuckPause: Pause = { firstMs: 250, mostMs: 4000 };

/** What a batch leaves to a later one, since other transactions hold what it needs. */
export class Postponed {
  /** In the order of the batch, with all later ones of the same senders. */
  readonly uplinks: Waiting[] = [];
  readonly woken = new Set<number>();
  readonly #senders = new Set<string>();

  add(waiting: Waiting, { firstMs, mostMs }: Pause): void {
    if (waiting.pauseMs === undefined) metrics.uplinksPostponed.inc({ protocol: waiting.uplink.protocol });
    waiting.pauseMs = Math.min(waiting.pauseMs === undefined ? firstMs : 2 * waiting.pauseMs, mostMs);
    this.uplinks.push(waiting);
    this.#senders.add(senderOf(waiting));
  }

  /** Adds those that follow a postponed one of the same sender, and returns the others. */
  takeFollowing(batch: readonly Waiting[]): Waiting[] {
    const follows = (each: Waiting) => this.#senders.has(senderOf(each));
    this.uplinks.push(...batch.filter(follows));
    return batch.filter((each) => !follows(each));
  }
}
