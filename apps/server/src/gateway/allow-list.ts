import type { Log } from '#platform/log.ts';
import { Networks } from '#platform/networks.ts';

/** Interval between log lines on refused connections. */
const reportMs = 60_000;

/** Networks that may use a device port; empty: all addresses. */
export class AllowList {
  readonly #networks: Networks | null;
  readonly #protocol: string;
  readonly #log: Log;
  #refused = 0;
  #last = '';
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(networks: readonly string[], protocol: string, log: Log) {
    this.#networks = networks.length === 0 ? null : new Networks(networks);
    this.#protocol = protocol;
    this.#log = log;
  }

  admits(address: string): boolean {
    if (this.#networks?.includes(address) ?? true) return true;
    this.#refused += 1;
    this.#last = address;
    return false;
  }

  /** Logs refusals, at most once a minute. `now` is a reading of the monotonic clock. */
  report(now: number): void {
    if (this.#refused === 0 || now - this.#reportedAt < reportMs) return;
    this.#log.warn(
      { protocol: this.#protocol, connections: this.#refused, last: this.#last },
      'connections from networks that the port is not for were refused',
    );
    this.#refused = 0;
    this.#reportedAt = now;
  }
}
