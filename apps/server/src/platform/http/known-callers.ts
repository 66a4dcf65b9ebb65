import type { Caller } from '../caller.ts';
import type { SessionHolder } from './sessions.ts';

export type KnownCaller = Pick<Caller, 'userId' | 'payingCustomer'>;

/** Losing an entry costs nothing. */
const most = 10_000;

/** Recently found sessions and API keys, so that a token tells whose turn it takes. */
export class KnownCallers {
  readonly #byHash = new Map<string, KnownCaller>();

  get(tokenHash: string): KnownCaller | undefined {
    return this.#byHash.get(tokenHash);
  }

  remember({ tokenHash, caller: { userId, payingCustomer } }: SessionHolder): void {
    this.#byHash.delete(tokenHash); // to the end, away from the next ones to be evicted
    this.#byHash.set(tokenHash, { userId, payingCustomer });
    const [oldest] = this.#byHash.keys();
    if (this.#byHash.size > most && oldest !== undefined) this.#byHash.delete(oldest);
  }

  forget(tokenHash: string): void {
    this.#byHash.delete(tokenHash);
  }
}
