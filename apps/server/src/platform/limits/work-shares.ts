import { FairGate } from './fair-gate.ts';
import type { Turns } from './turns.ts';

/** Work waits for a share for this long before it is refused, milliseconds; and so many pieces of one payer. */
const patienceMs = 10_000;
const mostWaiting = 2_000;

/** The processor time that a request, or a connection, has used of its payer's share. */
export interface Bill {
  readonly payer: string;
  /** Pays a millisecond when there is a share left and a turn, at once or later. False: it has waited for too long. */
  turn(): true | Promise<boolean>;
  /** Pays for work that is done, in milliseconds. */
  pay(ms: number): void;
  /** Gives everything back to the payer. Returns how much it was. */
  cancel(): number;
}

/** Shares of the processor's time: each payer has a lasting rate and a burst, in milliseconds; work beyond it waits. */
export class WorkShares {
  readonly #gate: FairGate;
  readonly #turns: Turns;

  /** `now`: a monotonic clock's reading, milliseconds. */
  constructor(rate: { perSecond: number; atOnce: number }, turns: Turns, now: () => number) {
    const unlimited = Number.POSITIVE_INFINITY;
    const limits = { width: unlimited, perKey: unlimited, waitingPerKey: mostWaiting, patienceMs, rate };
    this.#gate = new FairGate(limits, now);
    this.#turns = turns;
  }

  /** Whether work of this payer would not wait for a share now. */
  hasShare(payer: string): boolean {
    return this.#gate.mayPassNow(payer);
  }

  bill(payer: string): Bill {
    let paid = 0;
    const pay = (ms: number) => {
      paid += ms;
      this.#gate.charge(payer, ms);
    };
    const wait = async () => {
      await this.#gate.pass(payer, ready);
      await this.#turns.mine();
      return true;
    };
    return {
      payer,
      turn: () => {
        paid += 1;
        if (this.#turns.mayWork() && this.#gate.passNow(payer)) return true;
        return wait().catch(() => false);
      },
      pay,
      cancel: () => {
        const all = paid;
        pay(-all);
        return all;
      },
    };
  }
}

const ready = async () => undefined;
