import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import type { Bus } from '#platform/bus.ts';
import type { Log } from '#platform/log.ts';

/** Publishes and keeps count of what is not durable yet, so that a gateway can wait for it and hold back for it. */
export class UplinkPublisher {
  readonly #bus: Bus;
  readonly #log: Log;
  #inFlight = 0;
  #whenNone: (() => void)[] = [];

  constructor(bus: Bus, log: Log) {
    this.#bus = bus;
    this.#log = log;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** What became of the uplink; null when it is not durable, which must not be acknowledged. */
  async publish(uplink: Uplink): Promise<UplinkVerdict | null> {
    this.#inFlight += 1;
    try {
      return await this.#bus.publishUplink(uplink);
    } catch (error) {
      this.#log.debug({ err: error, protocol: uplink.protocol }, 'an uplink is not durable');
      return null;
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) for (const resolve of this.#whenNone.splice(0)) resolve();
    }
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenNone.push(resolve));
  }
}
