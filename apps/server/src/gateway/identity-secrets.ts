import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '#platform/bus/bus.ts';
import type { GatewayCore } from './gateway-core.ts';

/** Size of the cache; the oldest entry is evicted. */
const maxKnown = 10_000;
/** Lifetime of a cached secret: the longest delay until a change by another process counts. */
const keptMs = 60_000;
/** Identities in one query. */
const atOnce = 500;

interface Known {
  secret: string | null;
  /** A reading of the monotonic clock. */
  at: number;
}

/**
 * Cache of the secrets of one protocol's identities, for frames that cannot be read without them. Requests of all
 * connections are batched into one query at a time, so that invented identities cost the database little.
 */
export class IdentitySecrets {
  readonly #bus: Bus;
  readonly #core: GatewayCore;
  readonly #known = new Map<string, Known>();
  readonly #wanted = new Map<string, PromiseWithResolvers<string | null>>();
  /** Identities that changed while a query is running. */
  readonly #changed = new Set<string>();
  #isAsking = false;
  #isStopped = false;

  constructor(bus: Bus, core: GatewayCore) {
    this.#bus = bus;
    this.#core = core;
  }

  /** Null: unknown identity, or no secret. Waits while the database is unavailable. Never rejects. */
  of(identity: string): Promise<string | null> {
    const known = this.#known.get(identity);
    if (known !== undefined && this.#core.clock.monotonic() - known.at < keptMs) return Promise.resolve(known.secret);
    const wanted = this.#wanted.get(identity) ?? Promise.withResolvers<string | null>();
    this.#wanted.set(identity, wanted);
    if (!this.#isAsking) void this.#ask();
    return wanted.promise;
  }

  /** The identity was assigned to a device, removed from it, or has another secret. */
  forget(identity: string): void {
    this.#known.delete(identity);
    this.#changed.add(identity);
  }

  /** Stops queries. Pending requests never resolve. */
  stop(): void {
    this.#isStopped = true;
  }

  async #ask(): Promise<void> {
    const { protocol, log } = this.#core;
    this.#isAsking = true;
    while (this.#wanted.size > 0 && !this.#isStopped) {
      const identities = [...this.#wanted.keys()].slice(0, atOnce);
      this.#changed.clear();
      try {
        this.#answer(identities, await this.#bus.askSecrets(protocol, identities));
      } catch (error) {
        log.error({ err: error, protocol }, 'secrets of devices cannot be looked up');
        await delay(this.#core.limits.secretRetryMs, undefined, { ref: false });
      }
    }
    this.#isAsking = false;
  }

  #answer(identities: readonly string[], secrets: ReadonlyMap<string, string>): void {
    for (const identity of identities) {
      if (this.#changed.has(identity)) continue; // the answer may be outdated: it is requested again
      const secret = secrets.get(identity) ?? null;
      this.#remember(identity, secret);
      this.#wanted.get(identity)?.resolve(secret);
      this.#wanted.delete(identity);
    }
  }

  #remember(identity: string, secret: string | null): void {
    this.#known.delete(identity); // to the end, away from the next ones to be evicted
    this.#known.set(identity, { secret, at: this.#core.clock.monotonic() });
    const [first] = this.#known.keys();
    if (this.#known.size > maxKnown && first !== undefined) this.#known.delete(first);
  }
}
