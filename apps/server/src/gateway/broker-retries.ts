import { createHash } from 'node:crypto';
import type { IPublishPacket } from 'mqtt';

type Message = Pick<IPublishPacket, 'topic' | 'payload'>;

interface Failing {
  delayMs: number;
  /** How many messages were stored before it failed last. */
  stored: number;
}

const firstMs = 1000;
const lastMs = 60_000;
/** Failing messages that are remembered; the one that failed longest ago is forgotten, and begins anew. */
const mostFailing = 10_000;

/**
 * When a broker is asked to give again what was not stored. That interrupts the connection of all devices, so it is asked less
 * and less often about a message that cannot be stored while others can; about one that has not failed before as soon as ever.
 * While none can be stored, nobody is interrupted, and what was sent meanwhile may not wait when the database is back.
 */
export class BrokerRetries {
  readonly #failing = new Map<string, Failing>();
  #stored = 0;

  /** A message was stored. One that was acknowledged without that says nothing of the database. */
  stored(): void {
    this.#stored += 1;
  }

  /** The broker does not give this message again. */
  settled(message: Message): void {
    if (this.#failing.size > 0) this.#failing.delete(keyOf(message));
  }

  /** This message was not stored. Returns after how many milliseconds the broker is asked for it. */
  notStored(message: Message): number {
    const key = keyOf(message);
    const before = this.#failing.get(key);
    const isSlowed = before !== undefined && before.stored < this.#stored;
    const delayMs = isSlowed ? Math.min(2 * before.delayMs, lastMs) : firstMs;
    this.#failing.delete(key);
    this.#failing.set(key, { delayMs, stored: this.#stored });
    const [oldest] = this.#failing.keys();
    if (this.#failing.size > mostFailing && oldest !== undefined) this.#failing.delete(oldest);
    return delayMs;
  }
}

/** The same each time that a broker gives a message, unlike its number. */
const keyOf = ({ topic, payload }: Message): string =>
  createHash('sha256').update(`${topic}\n`).update(payload).digest('base64');
