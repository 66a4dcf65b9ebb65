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
}

interface Queue {
  /** In order of arrival; those in a retry stay until it has succeeded. */
  entries: Kept[];
  /** Of its entries. */
  bytes: number;
  flight: Promise<boolean> | null;
}

/** Uplinks of one connection in one retry. */
const atOnce = 200;
/** Estimated memory of an uplink without its frame. */
const overheadBytes = 1024;

/**
 * Publishes uplinks that no device repeats: messages that the protocol does not acknowledge, and the outcome of a
 * connection or a command. An uplink that is not durable (the database is unavailable) is kept and retried, in
 * order for each connection. Acknowledged protocols do not need this: their devices retry. When the buffer is full, the
 * connection that has kept most gives way to others, so that a flooding device costs no other its messages.
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
    const kept: Kept = { uplink, number: this.#number, bytes };
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

  /** Retries one connection, then two, four, … while that succeeds: an unavailable database is asked once. */
  retryAll(): Promise<void> {
    this.#reportLosses();
    this.#retrying ??= this.#retryInWaves().finally(() => {
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

  async #retryInWaves(): Promise<void> {
    const waiting = [...this.#queues.keys()];
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
      if (settled.size < some.length) return false;
    }
    this.#queues.delete(connectionId);
    return true;
  }

  #keep(kept: Kept): void {
    const { connectionId } = kept.uplink;
    const queue = this.#queues.get(connectionId) ?? { entries: [], bytes: 0, flight: null };
    if (!this.#makeRoom(kept, queue)) {
      this.#lose(kept);
      return;
    }
    this.#queues.set(connectionId, queue);
    // Several were in flight: the first to fail may not be the first to arrive.
    const before = queue.entries.findLastIndex(({ number }) => number < kept.number);
    queue.entries.splice(before + 1, 0, kept);
    queue.bytes += kept.bytes;
    this.#count += 1;
    this.#bytes += kept.bytes;
    metrics.uplinksKept.inc({ protocol: kept.uplink.protocol });
  }

  /** False: the buffer is full, and this connection would have more of it than its share. */
  #makeRoom(kept: Kept, own: Queue): boolean {
    const { keptUplinks, keptBytes } = this.#limits;
    while (this.#count >= keptUplinks || this.#bytes + kept.bytes > keptBytes) {
      if (this.#queues.size === 0 || own.bytes + kept.bytes > this.#bytes / this.#queues.size) return false;
      const fullest = [...this.#queues.values()].reduce((most, each) => (each.bytes > most.bytes ? each : most));
      const last = fullest.entries.findLast(isDispensable) ?? fullest.entries.at(-1);
      if (last === undefined) return false;
      this.#remove(fullest, last);
      this.#lose(last);
    }
    return true;
  }

  /** An entry that was lost while it was published once more is gone already. */
  #remove(queue: Queue, entry: Kept): void {
    const at = queue.entries.indexOf(entry);
    if (at === -1) return;
    queue.entries.splice(at, 1);
    queue.bytes -= entry.bytes;
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

/** Neither an alarm nor the end of a connection. */
const isDispensable = ({ uplink }: Kept): boolean => uplink.kind === 'message' && !carriesAlarm(uplink.report.samples);
