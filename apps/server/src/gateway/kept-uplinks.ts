import type { Uplink } from '@varde/contract/events';
import { carriesAlarm } from '@varde/protocols/carries-alarm';
import type { Log } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import type { GatewayLimits } from './gateway-limits.ts';
import type { Outcome, UplinkPublisher } from './uplink-publisher.ts';

interface Kept {
  uplink: Uplink;
  /** Rises with the order of arrival. */
  number: number;
  bytes: number;
  urgency: Urgency;
}

interface Queue {
  /** In order of arrival; those in a retry stay until it has succeeded. */
  entries: Kept[];
  /** Of its entries. */
  bytes: number;
  /** How many of its entries are of each urgency. */
  counts: Record<Urgency, number>;
  flight: Promise<boolean> | null;
}

/** Uplinks of one connection in one retry. */
const atOnce = 200;
/** Estimated memory of an uplink without its frame. */
const overheadBytes = 1024;

/**
 * Publishes uplinks that no device repeats: messages that the protocol does not acknowledge, and the outcome of a
 * connection or a command. An uplink that is not durable (the database is unavailable) is kept and retried, in
 * order for each connection. Acknowledged protocols do not need this: their devices retry. When the buffer is full, what is
 * less urgent gives way, alarms last; among equals the connection that has kept most gives way to others, so that a flooding
 * device costs no other its messages.
 */
export class KeptUplinks {
  readonly #publisher: UplinkPublisher;
  readonly #limits: GatewayLimits;
  readonly #log: Log;
  readonly #queues = new Map<string, Queue>();
  #number = 0;
  #count = 0;
  #bytes = 0;
  #lost = 0;
  #retrying: Promise<void> | null = null;

  constructor(publisher: UplinkPublisher, limits: GatewayLimits, log: Log) {
    this.#publisher = publisher;
    this.#limits = limits;
    this.#log = log;
  }

  /** Publishes, and resolves with the outcome; null: it is kept for a retry, or dropped because the buffer is full. */
  async publish(uplink: Uplink): Promise<Outcome> {
    this.#number += 1;
    const bytes = overheadBytes + ('raw' in uplink ? uplink.raw.length : 0);
    const kept: Kept = { uplink, number: this.#number, bytes, urgency: urgencyOf(uplink) };
    if (this.#queues.has(uplink.connectionId)) {
      this.#keep(kept);
      return null;
    }
    const outcome = await this.#publisher.publish(uplink);
    if (outcome === null) this.#keep(kept);
    return outcome;
  }

  /** Publishes the kept uplinks of a connection now, before anything that is published next. */
  flushNow(connectionId: string): void {
    if (this.#queues.size > 0) void this.#retry(connectionId);
  }

  /**
   * Retries one connection, then two, four, … while that succeeds: an unavailable database is asked once. Those with alarms
   * come first; when one of them fails, the others have their turn all the same, since it may be one that fails always.
   */
  retryAll(): Promise<void> {
    this.#reportLosses();
    this.#retrying ??= this.#retryAlarmsFirst().finally(() => {
      this.#retrying = null;
    });
    return this.#retrying;
  }

  /** Last retry. Uplinks that are not durable after it are lost and reported. */
  async stop(): Promise<void> {
    await this.#retrying;
    await this.retryAll();
    for (const { entries } of this.#queues.values()) for (const entry of entries) this.#lose(entry);
    this.#queues.clear();
    this.#reportLosses();
  }

  async #retryAlarmsFirst(): Promise<void> {
    const [withAlarm, others]: [string[], string[]] = [[], []];
    for (const [connectionId, { counts }] of this.#queues) (counts[2] > 0 ? withAlarm : others).push(connectionId);
    await this.#retryInWaves(withAlarm);
    await this.#retryInWaves(others);
  }

  async #retryInWaves(waiting: string[]): Promise<void> {
    for (let width = 1; waiting.length > 0 && this.#publisher.inFlight < this.#limits.inFlight; width *= 2) {
      const wave = waiting.splice(0, Math.min(width, 256));
      const done = await Promise.all(wave.map((connectionId) => this.#retry(connectionId)));
      if (done.includes(false)) return;
    }
  }

  #retry(connectionId: string): Promise<boolean> {
    const queue = this.#queues.get(connectionId);
    if (queue === undefined) return Promise.resolve(true);
    queue.flight ??= this.#drain(connectionId, queue).finally(() => {
      queue.flight = null;
    });
    return queue.flight;
  }

  /** True when nothing of the connection is left. */
  async #drain(connectionId: string, queue: Queue): Promise<boolean> {
    while (queue.entries.length > 0) {
      const some = queue.entries.slice(0, atOnce);
      const outcomes = await Promise.all(some.map(({ uplink }) => this.#publisher.publish(uplink)));
      const settled = new Set(some.filter((_entry, index) => outcomes[index] !== null));
      for (const entry of settled) this.#remove(queue, entry);
      if (settled.size === some.length) continue;
      // To the end: one that cannot be stored at all keeps no other connection from its turn.
      this.#queues.delete(connectionId);
      this.#queues.set(connectionId, queue);
      return false;
    }
    this.#queues.delete(connectionId);
    return true;
  }

  #keep(kept: Kept): void {
    const { connectionId } = kept.uplink;
    const queue = this.#queues.get(connectionId) ?? newQueue();
    if (!this.#makeRoom(kept, queue)) {
      this.#lose(kept);
      return;
    }
    this.#queues.set(connectionId, queue);
    // Several were in flight: the first to fail may not be the first to arrive.
    const before = queue.entries.findLastIndex(({ number }) => number < kept.number);
    queue.entries.splice(before + 1, 0, kept);
    queue.bytes += kept.bytes;
    queue.counts[kept.urgency] += 1;
    this.#count += 1;
    this.#bytes += kept.bytes;
    metrics.uplinksKept.inc({ protocol: kept.uplink.protocol });
  }

  /** False: the buffer is full, and nothing in it may give way. */
  #makeRoom(kept: Kept, own: Queue): boolean {
    const { keptUplinks, keptBytes } = this.#limits;
    while (this.#count >= keptUplinks || this.#bytes + kept.bytes > keptBytes) {
      const givesWay = this.#leastUrgent(kept, own);
      if (givesWay === null) return false;
      this.#remove(...givesWay);
      this.#lose(givesWay[1]);
    }
    return true;
  }

  /**
   * The last entry of those that are less urgent than this one, or as urgent while its connection has less than its share; of
   * the connection that has kept most.
   */
  #leastUrgent({ urgency, bytes }: Kept, own: Queue): [Queue, Kept] | null {
    const isBeyondShare = own.bytes + bytes > this.#bytes / this.#queues.size;
    let lowest = isBeyondShare ? urgency - 1 : urgency;
    let found: Queue | null = null;
    if (lowest < 0) return null;
    for (const queue of this.#queues.values()) {
      const its = lowestOf(queue);
      if (its === null || its > lowest || (its === lowest && found !== null && queue.bytes <= found.bytes)) continue;
      lowest = its;
      found = queue;
    }
    const entry = found?.entries.findLast((each) => each.urgency === lowest);
    return found && entry ? [found, entry] : null;
  }

  /** An entry that was lost while it was published once more is gone already. */
  #remove(queue: Queue, entry: Kept): void {
    const at = queue.entries.indexOf(entry);
    if (at === -1) return;
    queue.entries.splice(at, 1);
    queue.bytes -= entry.bytes;
    queue.counts[entry.urgency] -= 1;
    this.#count -= 1;
    this.#bytes -= entry.bytes;
  }

  #lose({ uplink: { protocol } }: Kept): void {
    metrics.uplinksLost.inc({ protocol });
    this.#lost += 1;
  }

  #reportLosses(): void {
    if (this.#lost === 0) return;
    this.#log.error({ uplinks: this.#lost }, 'messages that no device repeats could not be kept, and are lost');
    this.#lost = 0;
  }
}

/** Messages without an alarm, what is known of connections and commands, alarms. */
type Urgency = 0 | 1 | 2;

function urgencyOf(uplink: Uplink): Urgency {
  if (uplink.kind !== 'message') return 1;
  return carriesAlarm(uplink.report.samples) ? 2 : 0;
}

const newQueue = (): Queue => ({ entries: [], bytes: 0, counts: { 0: 0, 1: 0, 2: 0 }, flight: null });

/** The lowest urgency of its entries; null: it has none. */
const lowestOf = ({ counts }: Queue): Urgency | null =>
  counts[0] > 0 ? 0 : counts[1] > 0 ? 1 : counts[2] > 0 ? 2 : null;
