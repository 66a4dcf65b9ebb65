import { TokenBucket } from '#platform/limits/token-bucket.ts';
import { countedAddress } from '#platform/net/address.ts';
import type { GatewayLimits } from './gateway-limits.ts';

/** One request of a phone, for the limit of guesses. */
export interface Attempt {
  address: string;
  identity: string;
  tokenHash: string;
}

/**
 * Limits guessing of tokens and identities: a number of wrong ones is allowed for each address, and for each address
 * and identity. A phone that has authenticated with its token is never limited, so that guessing cannot block it. Times
 * are a monotonic clock's, in milliseconds.
 */
export class TokenGuard {
  readonly #limits: GatewayLimits;
  readonly #wrong = new Map<string, TokenBucket>();
  /** Identity → hash of the last valid token; at most one for each device. And the other way round. */
  readonly #right = new Map<string, string>();
  readonly #devices = new Map<string, string>();

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
  }

  mayTry(attempt: Attempt, now: number): boolean {
    if (this.#right.get(attempt.identity) === attempt.tokenHash) return true;
    return namesOf(attempt).every((name) => this.#wrong.get(name)?.hasSome(now) ?? true);
  }

  /** The device whose token this was last time; undefined: of none. */
  deviceOf(tokenHash: string): string | undefined {
    return this.#devices.get(tokenHash);
  }

  recordSuccess({ identity, tokenHash }: Attempt): void {
    this.#forget(identity);
    this.#right.set(identity, tokenHash);
    this.#devices.set(tokenHash, identity);
  }

  recordFailure(attempt: Attempt, now: number): void {
    if (this.#right.get(attempt.identity) === attempt.tokenHash) this.#forget(attempt.identity);
    const { wrongPerSecond, wrongAtOnce, wrongAtOncePerIdentity } = this.#limits;
    const [address, pair] = namesOf(attempt);
    this.#spend(address, new TokenBucket(wrongPerSecond, wrongAtOnce, now), now);
    this.#spend(pair, new TokenBucket(wrongPerSecond, wrongAtOncePerIdentity, now), now);
  }

  forgetRested(now: number): void {
    for (const [name, bucket] of this.#wrong) if (bucket.isFull(now)) this.#wrong.delete(name);
  }

  #forget(identity: string): void {
    this.#devices.delete(this.#right.get(identity) ?? '');
    this.#right.delete(identity);
  }

  #spend(name: string, fresh: TokenBucket, now: number): void {
    const bucket = this.#wrong.get(name) ?? fresh;
    bucket.spend(1, now);
    this.#wrong.set(name, bucket);
  }
}

const namesOf = ({ address, identity }: Attempt): [address: string, pair: string] => {
  const counted = countedAddress(address);
  return [counted, `${counted}\n${identity}`];
};
