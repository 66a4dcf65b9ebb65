import type { IncomingMessage } from 'node:http';
import { bearerToken } from '@varde/protocols/bearer-token';
import { type Bill, WorkShares } from '#platform/limits/work-shares.ts';
import { countedAddress } from '#platform/net/address.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import type { GatewayCore } from './gateway-core.ts';
import type { TokenGuard } from './token-guard.ts';

/**
 * Processor time of requests that no device has vouched for yet: all strangers of an address share it, and get it back
 * when they prove to be devices. A device whose token was right before has a share of its own.
 */
export class RequestShares {
  readonly #shares: WorkShares;
  readonly #guesses: TokenGuard;

  constructor({ limits, turns, clock }: GatewayCore, guesses: TokenGuard) {
    const { strangersWorkPerSecond: perSecond, strangersWorkAtOnce: atOnce } = limits;
    this.#shares = new WorkShares({ perSecond, atOnce }, turns, () => clock.monotonic());
    this.#guesses = guesses;
  }

  /** The payer is known by the header and the address: a token in the body is found too late. */
  billOf({ headers, url = '' }: IncomingMessage, address: string): Bill {
    const token = bearerToken(headers.authorization) ?? /[?&]token=([\w-]+)/i.exec(url)?.[1];
    const device = token === undefined ? undefined : this.#guesses.deviceOf(hashOfToken(token));
    if (device === undefined) return this.strangersBill(address);
    return { ...this.#shares.bill(`device ${device}`), cancel: () => 0 };
  }

  strangersBill(address: string): Bill {
    return this.#shares.bill(countedAddress(address));
  }
}
