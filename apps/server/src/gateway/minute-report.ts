import type { Log } from '#platform/log/log.ts';

const everyMs = 60_000;

/** Logs how often something happened, and for which address the last time, at most once a minute. */
export class MinuteReport {
  readonly #log: Log;
  readonly #protocol: string;
  readonly #text: string;
  #times = 0;
  #last = '';
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(log: Log, protocol: string, text: string) {
    this.#log = log;
    this.#protocol = protocol;
    this.#text = text;
  }

  add(address: string): void {
    this.#times += 1;
    this.#last = address;
  }

  /** `now` is a reading of the monotonic clock. */
  write(now: number): void {
    if (this.#times === 0 || now - this.#writtenAt < everyMs) return;
    this.#log.warn({ protocol: this.#protocol, times: this.#times, last: this.#last }, this.#text);
    this.#times = 0;
    this.#writtenAt = now;
  }
}
