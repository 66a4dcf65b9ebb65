import type { Uplink, UplinkVerdict } from '@varde/contract/events';
import { type Bus, UnprocessableUplink } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import { withoutImages } from './without-images.ts';

/**
 * The outcome of an uplink. Null: it is not durable, and a retry may succeed. Unprocessable: it was put aside and would
 * fail again. Neither must be acknowledged to a device.
 */
export type Outcome = UplinkVerdict | 'unprocessable' | null;

/** Publishes and counts uplinks that are not durable yet, so that a gateway can wait for them and limit them. */
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

  /** Never rejects. */
  async publish(uplink: Uplink): Promise<Outcome> {
    this.#inFlight += 1;
    try {
      const stored = 'raw' in uplink ? { ...uplink, raw: withoutImages(uplink.raw) } : uplink;
      return await this.#bus.publishUplink(stored);
    } catch (error) {
      this.#log.debug({ err: error, protocol: uplink.protocol }, 'an uplink is not durable');
      return error instanceof UnprocessableUplink ? 'unprocessable' : null;
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) for (const resolve of this.#whenNone.splice(0)) resolve();
    }
  }

  /** Resolves when nothing is in flight. */
  settled(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenNone.push(resolve));
  }
}
