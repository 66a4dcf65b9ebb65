import { createHash } from 'node:crypto';
import type { CommittedBatch } from './commit-batch.ts';
import { type QueuedUplink, senderOf } from './next-batch.ts';

/** Failing uplinks that are remembered; the oldest is forgotten, and has to fail twice anew. */
const mostFailing = 10_000;

/** How long one is remembered, milliseconds: what was stored in between says little of a database that fails much later. */
const rememberedMs = 5 * 60_000;

/**
 * How often others have to be stored beside a failure, or between two, before nobody has to give the uplink again. A fault of the
 * database may come and go, and once may be chance: for an alarm that is not enough.
 */
const proofsNeeded = { alarm: 3, message: 1 };

/** An alarm needs tables that a message without one does not: such a message says nothing of them. */
type Kind = 'alarm' | 'message';

interface Failing {
  /** Commits of its kind before it began to fail, and then until it failed last. */
  before: number;
  /** How often there were some in between. */
  proofs: number;
  /** There were some before its last failure. */
  isProvenAnew: boolean;
  /** By the monotonic clock. */
  until: number;
}

/**
 * Whether the database can store what one uplink fails with. An uplink is to blame when one of its kind was stored after
 * it began to fail, in the same batch or before it came again within minutes. Until then the database may be at fault,
 * whatever its error says: the uplink is neither put aside nor acknowledged, and comes again. What the same sender sends
 * beside it is not to blame for it, and does not end its failing.
 */
export class Counterproof {
  /** Commits so far that show what can be stored. */
  readonly #stored: Record<Kind, number> = { alarm: 0, message: 0 };
  #before = { ...this.#stored };
  /** Oldest first. */
  readonly #failing = new Map<string, Failing>();

  /** Of this batch, or of a part of it. Another signal of an open alarm does not show that an alarm can be opened. */
  committed(uplinks: readonly QueuedUplink[], { verdicts, opened }: Pick<CommittedBatch, 'verdicts' | 'opened'>): void {
    if (uplinks.some(({ uplink }, at) => uplink.kind === 'message' && verdicts[at] === 'stored'))
      this.#stored.message += 1;
    if (opened.size > 0) this.#stored.alarm += 1;
    this.settled(uplinks.filter((_, at) => verdicts[at] !== null));
  }

  /** They fail no longer, whatever became of them. */
  settled(uplinks: readonly QueuedUplink[]): void {
    if (this.#failing.size === 0) return;
    for (const each of uplinks) this.#failing.delete(keyOf(each));
  }

  /** Asked when all others of its batch were tried. `now` is a monotonic clock's reading, milliseconds. */
  blames(failing: QueuedUplink, now: number): boolean {
    this.#forgetOld(now);
    const [key, kind] = [keyOf(failing), kindOf(failing)];
    const known = this.#failing.get(key);
    const each = known ?? { before: this.#before[kind], proofs: 0, isProvenAnew: false, until: now + rememberedMs };
    if (known === undefined) this.#remember(key, each);
    each.isProvenAnew = this.#stored[kind] > each.before;
    if (each.isProvenAnew) each.proofs += 1;
    each.before = this.#stored[kind];
    return each.proofs > 0;
  }

  /** Of one that is to blame: whether that has to be recorded. One that comes again each second is recorded for each proof only. */
  isNews(failing: QueuedUplink): boolean {
    return this.#failing.get(keyOf(failing))?.isProvenAnew === true || this.isHopeless(failing);
  }

  /** Of one that is to blame: whether it need not come again. */
  isHopeless(failing: QueuedUplink): boolean {
    return (this.#failing.get(keyOf(failing))?.proofs ?? 0) >= proofsNeeded[kindOf(failing)];
  }

  batchEnds(): void {
    this.#before = { ...this.#stored };
  }

  #forgetOld(now: number): void {
    for (const [key, { until }] of this.#failing) {
      if (until > now) return;
      this.#failing.delete(key);
    }
  }

  #remember(key: string, failing: Failing): void {
    const [oldest] = this.#failing.keys();
    if (this.#failing.size >= mostFailing && oldest !== undefined) this.#failing.delete(oldest);
    this.#failing.set(key, failing);
  }
}

const kindOf = ({ load }: QueuedUplink): Kind => (load.holdsAlarm ? 'alarm' : 'message');

/** The same for each repetition of an uplink: its frame as it is kept. */
function keyOf(each: QueuedUplink): string {
  const { uplink } = each;
  const frame = 'raw' in uplink ? createHash('sha256').update(uplink.raw).digest('base64') : '';
  return [uplink.kind, kindOf(each), senderOf(each), frame].join('\n');
}
