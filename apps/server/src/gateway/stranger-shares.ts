import { TokenBucket } from '#platform/limits/token-bucket.ts';
import type { Turns } from '#platform/limits/turns.ts';
import { type Bill, WorkShares } from '#platform/limits/work-shares.ts';
import { countedAddress } from '#platform/net/address.ts';
import type { GatewayCore } from './gateway-core.ts';

/** For so long after a device has vouched for a bill of its address, devices are expected there. */
const knownMs = 24 * 3_600_000;

/**
 * Processor time that no device has vouched for yet. All strangers of an address share it, and get it back when they prove
 * to be devices. Devices of a mobile operator share an address with its other customers: all addresses with devices have
 * more in common beyond their own shares, so that a device does not wait behind whoever else tries to connect there.
 */
export class StrangerShares {
  readonly #own: WorkShares;
  readonly #common: TokenBucket;
  /** Address → when a device has vouched there last. */
  readonly #knownAt = new Map<string, number>();
  readonly #turns: Turns;
  readonly #now: () => number;

  constructor({ limits, turns, clock }: GatewayCore) {
    this.#now = () => clock.monotonic();
    this.#turns = turns;
    const rate = { perSecond: limits.strangersWorkPerSecond, atOnce: limits.strangersWorkAtOnce };
    this.#own = new WorkShares(rate, turns, this.#now);
    this.#common = new TokenBucket(limits.neighboursWorkPerSecond, limits.neighboursWorkAtOnce, this.#now());
  }

  /** `cancel` it when a device has vouched for it. */
  billOf(address: string): Bill {
    const payer = countedAddress(address);
    const own = this.#own.bill(payer);
    let [isOwn, common] = [true, 0];
    const payCommon = (ms: number) => {
      common += ms;
      this.#common.spend(ms, this.#now());
    };
    return {
      payer,
      turn: () => {
        isOwn = this.#own.hasShare(payer) || !this.#isKnown(payer) || !this.#common.hasSome(this.#now());
        if (isOwn) return own.turn();
        payCommon(1);
        return this.#turns.now();
      },
      pay: (ms) => (isOwn ? own.pay(ms) : payCommon(ms)),
      cancel: () => {
        this.#knownAt.set(payer, this.#now());
        const all = common;
        payCommon(-all);
        return own.cancel() + all;
      },
    };
  }

  /** Call every few seconds. */
  forgetRested(): void {
    for (const payer of this.#knownAt.keys()) if (!this.#isKnown(payer)) this.#knownAt.delete(payer);
  }

  #isKnown(payer: string): boolean {
    const at = this.#knownAt.get(payer);
    return at !== undefined && this.#now() - at < knownMs;
  }
}
