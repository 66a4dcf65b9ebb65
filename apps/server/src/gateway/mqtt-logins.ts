import { isIdentity, protocolByKey } from '@varde/catalogue/protocols';
import { TokenBucket } from '#platform/limits/token-bucket.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import type { GatewayCore } from './gateway-core.ts';
import type { IdentitySecrets } from './identity-secrets.ts';
import { TokenGuard } from './token-guard.ts';

/** Connections of one device: lasting rate per second, and burst. Later ones wait. */
const connectsPerSecond = 1;
const connectsAtOnce = 10;
const waitMs = 100;
/** Connections of one device that wait at once; further ones are refused. */
const mostWaiting = 20;

export interface Login {
  address: string;
  connectionId: string;
  /** User name and password of the connection. */
  identity: string;
  token: string;
}

export type LoginResult = { proven: true; tokenHash: string } | { proven: false; isLimited: boolean };

/**
 * Proves which device has connected, by its token. An unknown identity and a wrong token are refused alike, guesses are
 * limited, and a device that connects all the time waits for its turn.
 */
export class MqttLogins {
  readonly #core: GatewayCore;
  readonly #secrets: IdentitySecrets;
  readonly #guesses: TokenGuard;
  readonly #connects = new Map<string, TokenBucket>();
  /** Identity → its connections that wait for their turn. */
  readonly #waiting = new Map<string, number>();

  constructor(core: GatewayCore, secrets: IdentitySecrets) {
    this.#core = core;
    this.#secrets = secrets;
    this.#guesses = new TokenGuard(core.limits);
  }

  /** Resolves when it is proven or refused. `isWanted`: whether the connection still waits for it. */
  async prove({ address, connectionId, identity, token }: Login, isWanted: () => boolean): Promise<LoginResult> {
    const { clock, malformed, turns } = this.#core;
    const tokenHash = hashOfToken(token);
    const attempt = { address, identity, tokenHash };
    if (!this.#guesses.mayTry(attempt, clock.monotonic())) return { proven: false, isLimited: true };
    await turns.mine();
    const isKnown = isIdentity(protocolByKey('mqtt'), identity) && (await this.#secrets.of(identity)) === tokenHash;
    if (!isKnown) {
      this.#guesses.recordFailure(attempt, clock.monotonic());
      const raw = () => Buffer.from(`CONNECT ${identity}`);
      void malformed.record(this.#core.origin(connectionId, address), { reason: 'wrongToken', identity, raw });
      return { proven: false, isLimited: false };
    }
    this.#guesses.recordSuccess(attempt);
    const isItsTurn = this.#mayConnect(identity) || (await this.#turnOf(identity, isWanted));
    return isItsTurn ? { proven: true, tokenHash } : { proven: false, isLimited: true };
  }

  /** Resolves when it may connect. False: too many of the device wait already, or it does not wait any more. */
  async #turnOf(identity: string, isWanted: () => boolean): Promise<boolean> {
    const before = this.#waiting.get(identity) ?? 0;
    if (before >= mostWaiting) return false;
    this.#waiting.set(identity, before + 1);
    let isItsTurn = false;
    while (!isItsTurn && isWanted()) {
      await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
      isItsTurn = this.#mayConnect(identity);
    }
    const left = (this.#waiting.get(identity) ?? 1) - 1;
    if (left > 0) this.#waiting.set(identity, left);
    else this.#waiting.delete(identity);
    return isItsTurn;
  }

  #mayConnect(identity: string): boolean {
    const now = this.#core.clock.monotonic();
    const bucket = this.#connects.get(identity) ?? new TokenBucket(connectsPerSecond, connectsAtOnce, now);
    this.#connects.set(identity, bucket);
    if (!bucket.hasSome(now)) return false;
    bucket.spend(1, now);
    return true;
  }

  /** Call every few seconds. */
  forgetRested(): void {
    const now = this.#core.clock.monotonic();
    this.#guesses.forgetRested(now);
    for (const [identity, bucket] of this.#connects) if (bucket.isFull(now)) this.#connects.delete(identity);
  }
}
