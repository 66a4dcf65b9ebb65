import type { UplinkVerdict } from '@varde/contract/events';
import { type QueuedUplink, senderOf } from './next-batch.ts';

/** Senders that are remembered; the oldest is forgotten, and has to fail twice anew. */
const mostSenders = 10_000;

/** What is stored in the same tables: an alarm says more than a message without one, which says nothing of the tables of alarms. */
type Kind = 'alarm' | 'message';

/**
 * Whether the database can store what one uplink fails with. An uplink is to blame when one of its kind was stored after
 * its sender began to fail, in the same batch or before it came again. Until then the database may be at fault, whatever
 * its error says: the uplink is neither put aside nor acknowledged, and comes again.
 */
export class Counterproof {
  /** Commits so far. */
  readonly #stored: Record<Kind, number> = { alarm: 0, message: 0 };
  #before = { ...this.#stored };
  /** Senders of a kind that fail, with the commits before; -1: one of theirs was to blame. */
  readonly #failing = new Map<string, number>();

  /** Of this batch, or of a part of it. */
  committed(uplinks: readonly QueuedUplink[], verdicts: readonly (UplinkVerdict | null)[]): void {
    const stored = uplinks.filter(({ uplink }, at) => uplink.kind === 'message' && verdicts[at] === 'stored');
    if (stored.length > 0) this.#stored.message += 1;
    if (stored.some((each) => kindOf(each) === 'alarm')) this.#stored.alarm += 1;
    if (this.#failing.size === 0) return;
    for (const key of stored.map(keyOf)) if (this.#failing.get(key) !== blamed) this.#failing.delete(key);
  }

  /** Asked when all others of its batch were tried. */
  blames(failing: QueuedUplink): boolean {
    const [key, kind] = [keyOf(failing), kindOf(failing)];
    const since = this.#failing.get(key) ?? this.#before[kind];
    const isToBlame = this.#stored[kind] > since;
    this.#remember(key, isToBlame ? blamed : since);
    return isToBlame;
  }

  batchEnds(): void {
    this.#before = { ...this.#stored };
  }

  #remember(key: string, since: number): void {
    const [oldest] = this.#failing.keys();
    if (this.#failing.size >= mostSenders && oldest !== undefined) this.#failing.delete(oldest);
    this.#failing.set(key, since);
  }
}

const blamed = -1;

const kindOf = ({ load }: QueuedUplink): Kind => (load.holdsAlarm ? 'alarm' : 'message');
const keyOf = (each: QueuedUplink): string => `${kindOf(each)}\n${senderOf(each)}`;
