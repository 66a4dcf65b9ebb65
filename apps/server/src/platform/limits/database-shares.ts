import type { DatabaseAccount } from '../database/paid-time.ts';
import { FairGate, type GateLimits } from './fair-gate.ts';

/** Who pays for queries. */
export interface Payer {
  /** A user, or an address without a login. */
  name: string;
  /** Whose share theirs is a part of: a customer, or their own name. */
  customer: string;
}

export interface DatabaseLimits {
  /** Statements and transactions at once. Nobody gets the last place beside others of their own. */
  width: number;
  /** The database's time that one payer may use for long, milliseconds a second. */
  msPerSecond: number;
}

/** A customer may use this many times as much as one of its users. */
const usersOfCustomer = 2;
/** Bursts, in seconds of the rate. Those of a customer let all its screens come back at once. */
const [userSeconds, customerSeconds] = [10, 20];
/** How long a statement waits before it is refused, milliseconds. */
const patienceMs = 10_000;
const mostWaiting = 10_000;

/**
 * Shares the database's time: each user, and each customer above its users, has a lasting rate of measured milliseconds
 * and a burst, and takes turns with the others for one statement or transaction at a time.
 */
export class DatabaseShares {
  readonly #payers: FairGate;
  readonly #customers: FairGate;

  /** `now`: a monotonic clock's reading, milliseconds. */
  constructor({ width, msPerSecond }: DatabaseLimits, now: () => number = () => performance.now()) {
    const gate = (perSecond: number, seconds: number, limits: Pick<GateLimits, 'width' | 'perKey'>) =>
      new FairGate(
        { ...limits, waitingPerKey: mostWaiting, patienceMs, rate: { perSecond, atOnce: perSecond * seconds } },
        now,
      );
    const mostOfOne = Math.max(width - 1, 1);
    this.#payers = gate(msPerSecond, userSeconds, { width: Number.POSITIVE_INFINITY, perKey: mostOfOne });
    this.#customers = gate(msPerSecond * usersOfCustomer, customerSeconds, { width, perKey: mostOfOne });
  }

  /** `usual`: the patience of its work. */
  accountOf({ name, customer }: Payer, usual = patienceMs): DatabaseAccount {
    return {
      enter: async (patience = usual) => {
        const leaveOwn = await this.#payers.enter(name, patience);
        const leaveShared = await this.#customers.enter(customer, patience).catch((error: unknown) => {
          leaveOwn();
          throw error;
        });
        return (ms) => {
          this.#payers.charge(name, ms);
          this.#customers.charge(customer, ms);
          leaveShared();
          leaveOwn();
        };
      },
    };
  }
}
