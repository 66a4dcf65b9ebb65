import { TokenBucket } from '#platform/limits/token-bucket.ts';
import { countedAddress } from '#platform/net/address.ts';
import type { GatewayLimits } from './gateway-limits.ts';

interface AddressUse {
  connections: number;
  opens: TokenBucket;
  frames: TokenBucket;
  bytes: TokenBucket;
  /** Milliseconds */
  work: TokenBucket;
  strangersFrames: TokenBucket;
  malformed: TokenBucket;
}

export type Refusal = 'tooManyOfAddress' | 'tooManyAtOnce';

/**
 * The usage of each address, an IPv6 network counting as one (`countedAddress`). An address without connections whose
 * limits are full again is forgotten. `now` is a monotonic clock's reading, milliseconds.
 */
export class AddressGuard {
  readonly #limits: GatewayLimits;
  readonly #uses = new Map<string, AddressUse>();

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
  }

  /** Counts a new connection, or returns the reason to refuse it. */
  admit(address: string, now: number): Refusal | null {
    const use = this.#use(address, now);
    if (use.connections >= this.#limits.connectionsPerAddress) return 'tooManyOfAddress';
    if (!use.opens.hasSome(now)) return 'tooManyAtOnce';
    use.opens.spend(1, now);
    use.connections += 1;
    return null;
  }

  release(address: string): void {
    const use = this.#uses.get(countedAddress(address));
    if (use !== undefined) use.connections -= 1;
  }

  heard(address: string, bytes: number, now: number): void {
    this.#use(address, now).bytes.spend(bytes, now);
  }

  /** Charges processor time of its frames. */
  worked(address: string, ms: number, now: number): void {
    this.#use(address, now).work.spend(ms, now);
  }

  /** Whether more of its frames may be processed: no share is used up. */
  mayGoOn(address: string, now: number): boolean {
    const { frames, bytes, work } = this.#use(address, now);
    return [frames, bytes, work].every((bucket) => bucket.hasSome(now));
  }

  /** Whether another frame of this address may be taken now; takes it when it may. */
  takeFrame(address: string, now: number): boolean {
    if (!this.mayGoOn(address, now)) return false;
    const { frames } = this.#use(address, now);
    frames.spend(1, now);
    return true;
  }

  /** Whether another frame of a device that is not registered may be taken; takes it when it may. */
  takeStrangersFrame(address: string, now: number): boolean {
    const { strangersFrames } = this.#use(address, now);
    if (!strangersFrames.hasSome(now)) return false;
    strangersFrames.spend(1, now);
    return true;
  }

  /** Whether another unreadable message of this address may be recorded; takes it when it may. */
  takeMalformed(address: string, now: number): boolean {
    const { malformed } = this.#use(address, now);
    if (!malformed.hasSome(now)) return false;
    malformed.spend(1, now);
    return true;
  }

  forgetRested(now: number): void {
    for (const [address, { connections, ...buckets }] of this.#uses) {
      const rested = Object.values(buckets).every((bucket) => bucket.isFull(now));
      if (connections === 0 && rested) this.#uses.delete(address);
    }
  }

  #use(address: string, now: number): AddressUse {
    const counted = countedAddress(address);
    const known = this.#uses.get(counted);
    if (known !== undefined) return known;
    const { opensPerSecond, opensAtOnce, framesPerSecond, framesAtOnce, bytesPerSecond, bytesAtOnce } = this.#limits;
    const { strangersFramesPerSecond, strangersFramesAtOnce, addressWorkPerSecond, addressWorkAtOnce } = this.#limits;
    const use = {
      connections: 0,
      opens: new TokenBucket(opensPerSecond, opensAtOnce, now),
      frames: new TokenBucket(framesPerSecond, framesAtOnce, now),
      bytes: new TokenBucket(bytesPerSecond, bytesAtOnce, now),
      work: new TokenBucket(addressWorkPerSecond, addressWorkAtOnce, now),
      strangersFrames: new TokenBucket(strangersFramesPerSecond, strangersFramesAtOnce, now),
      malformed: new TokenBucket(this.#limits.malformedPerSecond, this.#limits.malformedAtOnce, now),
    };
    this.#uses.set(counted, use);
    return use;
  }
}
