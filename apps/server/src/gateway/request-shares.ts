import type { IncomingMessage } from 'node:http';
import { bearerToken } from '@varde/protocols/bearer-token';
import { type Bill, WorkShares } from '#platform/limits/work-shares.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import type { GatewayCore } from './gateway-core.ts';
import { StrangerShares } from './stranger-shares.ts';
import type { TokenGuard } from './token-guard.ts';

/** Processor time of requests: of strangers, and of each device whose token was right before. */
export class RequestShares {
  readonly #devices: WorkShares;
  readonly #strangers: StrangerShares;
  readonly #guesses: TokenGuard;

  constructor(core: GatewayCore, guesses: TokenGuard) {
    const rate = { perSecond: core.limits.strangersWorkPerSecond, atOnce: core.limits.strangersWorkAtOnce };
    this.#devices = new WorkShares(rate, core.turns, () => core.clock.monotonic());
    this.#strangers = new StrangerShares(core);
    this.#guesses = guesses;
  }

  /** The payer is known by the header and the address: a token in the body is found too late. */
  billOf({ headers, url = '' }: IncomingMessage, address: string): Bill {
    const token = bearerToken(headers.authorization) ?? /[?&]token=([\w-]+)/i.exec(url)?.[1];
    const device = token === undefined ? undefined : this.#guesses.deviceOf(hashOfToken(token));
    if (device === undefined) return this.strangersBill(address);
    return { ...this.#devices.bill(device), cancel: () => 0 };
  }

  strangersBill(address: string): Bill {
    return this.#strangers.billOf(address);
  }

  /** Call every few seconds. */
  forgetRested(): void {
    this.#strangers.forgetRested();
  }
}
