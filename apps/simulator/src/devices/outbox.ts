import type { Cancel, Clock } from '../timing/clock.ts';
import type { Outgoing } from './outgoing.ts';

export interface OutboxOptions<Wire> {
  clock: Clock;
  /** Retry interval of an unanswered message, milliseconds. */
  retryAfter: number;
  /** Retries without an answer after which the connection counts as dead. */
  maxAttempts: number;
  /** Puts a message on the wire. Only called while the box is open. */
  send(message: Outgoing<Wire>, attempt: number): void;
  giveUp(): void;
}

interface Entry<Wire> {
  message: Outgoing<Wire>;
  answer: string;
  attempts: number;
  sentAt: number;
}

/**
 * Keeps messages until they are answered. Where answers have no number (a watch's `AL`), only one message waits for
 * each at a time, because the answer to a first alarm must not be taken for the answer to a second one.
 */
export class Outbox<Wire> {
  readonly #options: OutboxOptions<Wire>;
  #entries: Entry<Wire>[] = [];
  #isOpen = false;
  #cancelRetry: Cancel | null = null;

  constructor(options: OutboxOptions<Wire>) {
    this.#options = options;
  }

  /** All unanswered messages, in order of creation. */
  get waiting(): readonly Outgoing<Wire>[] {
    return this.#entries.map(({ message }) => message);
  }

  put(message: Outgoing<Wire>): void {
    const entry = entryOf(message);
    if (entry === null) {
      if (this.#isOpen) this.#options.send(message, 1);
      return;
    }
    this.#entries.push(entry);
    if (!this.#isOpen || !this.#isNext(entry)) return;
    this.#transmit(entry);
    if (this.#cancelRetry === null) this.#planRetry();
  }

  /** Removes the oldest sent message that this answers; undefined when no message waits for it. */
  take(answer: string): Outgoing<Wire> | undefined {
    const entry = this.#entries.find((candidate) => candidate.answer === answer && candidate.attempts > 0);
    if (entry === undefined) return undefined;
    this.#entries = this.#entries.filter((other) => other !== entry);
    const next = this.#entries.find((candidate) => candidate.answer === answer);
    if (this.#isOpen && next !== undefined) this.#transmit(next);
    if (this.#entries.length === 0) this.#stopRetry();
    return entry.message;
  }

  /** A new connection: the greeting goes first, then all waiting messages are sent again, unchanged. */
  open(greeting: Outgoing<Wire> | null): void {
    this.#isOpen = true;
    const entry = greeting && entryOf(greeting);
    if (entry !== null) this.#entries.unshift(entry);
    for (const waiting of this.#entries) waiting.attempts = Math.min(waiting.attempts, 1);
    for (const next of this.#entries.filter((waiting) => this.#isNext(waiting))) this.#transmit(next);
    this.#planRetry();
  }

  /** The connection is gone: nothing is sent and nothing is lost. */
  close(): void {
    this.#isOpen = false;
    this.#stopRetry();
  }

  #isNext(entry: Entry<Wire>): boolean {
    return this.#entries.find(({ answer }) => answer === entry.answer) === entry;
  }

  #transmit(entry: Entry<Wire>): void {
    entry.attempts++;
    entry.sentAt = this.#options.clock.now();
    this.#options.send(entry.message, entry.attempts);
  }

  #planRetry(): void {
    this.#stopRetry();
    const sent = this.#entries.filter(({ attempts }) => attempts > 0).map(({ sentAt }) => sentAt);
    if (!this.#isOpen || sent.length === 0) return;
    const { clock, retryAfter } = this.#options;
    this.#cancelRetry = clock.after(Math.min(...sent) + retryAfter - clock.now(), () => this.#retry());
  }

  #retry(): void {
    const { clock, retryAfter, maxAttempts, giveUp } = this.#options;
    const due = this.#entries.filter(({ attempts, sentAt }) => attempts > 0 && clock.now() - sentAt >= retryAfter);
    if (due.some(({ attempts }) => attempts >= maxAttempts)) {
      giveUp();
      return;
    }
    for (const entry of due) this.#transmit(entry);
    this.#planRetry();
  }

  #stopRetry(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }
}

/** Null for a message without an answer: it is sent once and dropped. */
function entryOf<Wire>(message: Outgoing<Wire>): Entry<Wire> | null {
  const { answer } = message;
  return answer === null ? null : { message, answer, attempts: 0, sentAt: 0 };
}
