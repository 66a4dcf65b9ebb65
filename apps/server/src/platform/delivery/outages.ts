/** Shorter times of nothing but failures are none. */
const outageMs = 15_000;

/** Longer than the pauses after a few tries: a server that answers others meanwhile is not silent. */
const silentMs = 120_000;

/** More of one server are not kept: the oldest keep their pauses. A web hook that nobody reads fails for ever. */
const mostDelayed = 10_000;

/** A message that was put off after this many tries. */
export interface Delayed {
  id: number;
  tries: number;
}

/**
 * Notices when a server takes messages again after an outage, so that what waits because of it does so no longer. A
 * message that fails while others are taken is no outage, and keeps its pauses.
 */
export class Outages {
  readonly #now: () => number;
  readonly #outages = new Map<string, { since: number; delayed: Map<number, number> }>();
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** `now`: a monotonic clock's reading, milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** A message was put off since the server has failed. `host` null: the one provider of the channel. */
  failed(host: string | null, { id, tries }: Delayed): void {
    const known = this.#outages.get(host ?? '');
    const outage = known ?? { since: this.#now(), delayed: new Map() };
    outage.delayed.delete(id);
    outage.delayed.set(id, tries);
    if (outage.delayed.size > mostDelayed) outage.delayed.delete(outage.delayed.keys().next().value ?? id);
    this.#outages.set(host ?? '', outage);
  }

  /** No server has answered lately. */
  get isSilent(): boolean {
    return this.#now() - this.#answeredAt > silentMs;
  }

  /** The server has answered: the messages that wait because of an outage that is over by this. */
  answered(host: string | null): Delayed[] {
    const outage = this.#outages.get(host ?? '');
    this.#outages.delete(host ?? '');
    this.#answeredAt = this.#now();
    if (outage === undefined || this.#now() - outage.since < outageMs) return [];
    return [...outage.delayed].map(([id, tries]) => ({ id, tries }));
  }
}
