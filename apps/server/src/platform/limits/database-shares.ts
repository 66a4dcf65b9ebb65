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
  /** The database's time that one payer may use for long, milliseconds a second; null: as much as there are turns. */
  msPerSecond: number | null;
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
    const limits = { perKey: Math.max(width - 1, 1), waitingPerKey: mostWaiting, patienceMs };
    const rateOf = (users: number, seconds: number): Pick<GateLimits, 'rate'> => {
      if (msPerSecond === null) return {};
      const perSecond = msPerSecond * users;
      return { rate: { perSecond, atOnce: perSecond * seconds } };
    };
    this.#payers = new FairGate({ ...limits, ...rateOf(1, userSeconds), width: Number.POSITIVE_INFINITY }, now);
    this.#customers = new FairGate({ ...limits, ...rateOf(usersOfCustomer, customerSeconds), width }, now);
  }

  /** Waits for a turn; it ends with a call of the function that it returns, which charges what it took. */
  async enter({ name, customer }: Payer, patience = patienceMs): Promise<(ms: number) => void> {
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
  }
}
