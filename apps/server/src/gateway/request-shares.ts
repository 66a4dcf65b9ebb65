import type { IncomingMessage } from 'node:http';
import { bearerToken } from '@varde/protocols/bearer-token';
import { countedAddress } from '#platform/address.ts';
import { FairGate } from '#platform/fair-gate.ts';
import { hashOfToken } from '#platform/tokens.ts';
import type { GatewayCore } from './gateway-core.ts';
import type { TokenGuard } from './token-guard.ts';

/** Requests of strangers wait for this long before they are refused, milliseconds; and so many of one address. */
const patienceMs = 10_000;
const mostWaiting = 2_000;

/** The processor time that a request, or a connection, has used of its payer's share. */
export interface Bill {
  /** Pays a millisecond when there is a share left and a turn, at once or later. False: it has waited for too long. */
  turn(): true | Promise<boolean>;
  /** Pays for work that is done, in milliseconds. */
  pay(ms: number): void;
  /** A registered device has sent it: its address gets everything back. */
  cancel(): void;
}

/**
 * Processor time of requests that no device has vouched for yet: all strangers of an address share it. A device whose
 * token was right before has a share of its own.
 */
export class RequestShares {
  readonly #gate: FairGate;
  readonly #core: GatewayCore;
  readonly #guesses: TokenGuard;

  constructor(core: GatewayCore, guesses: TokenGuard) {
    const { strangersWorkPerSecond: perSecond, strangersWorkAtOnce: atOnce } = core.limits;
    const unlimited = Number.POSITIVE_INFINITY;
    this.#gate = new FairGate(
      {
        ...{ width: unlimited, perKey: unlimited, waitingPerKey: mostWaiting, patienceMs },
        rate: { perSecond, atOnce },
      },
      () => core.clock.monotonic(),
    );
    this.#core = core;
    this.#guesses = guesses;
  }

  /** The payer is known by the header and the address: a token in the body is found too late. */
  billOf({ headers, url = '' }: IncomingMessage, address: string): Bill {
    const token = bearerToken(headers.authorization) ?? /[?&]token=([\w-]+)/i.exec(url)?.[1];
    const device = token === undefined ? undefined : this.#guesses.deviceOf(hashOfToken(token));
    if (device === undefined) return this.strangersBill(address);
    return { ...this.#bill(`device ${device}`), cancel: () => undefined };
  }

  strangersBill(address: string): Bill {
    return this.#bill(countedAddress(address));
  }

  #bill(payer: string): Bill {
    let paid = 0;
    const pay = (ms: number) => {
      paid += ms;
      this.#gate.charge(payer, ms);
    };
    const { turns } = this.#core;
    const wait = async () => {
      await this.#gate.pass(payer, ready);
      await turns.mine();
      return true;
    };
    return {
      turn: () => {
        paid += 1;
        if (turns.mayWork() && this.#gate.passNow(payer)) return true;
        return wait().catch(() => false);
      },
      pay,
      cancel: () => pay(-paid),
    };
  }
}

const ready = async () => undefined;
