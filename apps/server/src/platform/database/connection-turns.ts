/** The users of the embedded database's one connection, in order of priority. */
const lanes = ['processing', 'telling', 'calls', 'background'] as const;
export type Lane = (typeof lanes)[number];

/**
 * What each lane gets of the time that others have used while it waited, however much there is to do in those before it:
 * the steps and messages of alarms a fifth of all, since an alarm that is stored and told to nobody is lost.
 */
const shares: Readonly<Record<Lane, number>> = { processing: 0, telling: 1 / 4, calls: 1 / 8, background: 1 / 20 };
/** A share that is owed is given in pieces no smaller than this: alarms are stored together, not one by one. */
const leastMs = 5;

/**
 * Shares the one connection of the embedded database, one piece of work after the other: processing first, then what
 * tells of alarms, then calls, then other jobs and exports, each with its share of the time. The database works in this
 * thread, and PGlite goes from one waiting statement to the next without reading sockets: sockets are read here between
 * two pieces, so that an alarm waits for one piece at most.
 */
export class ConnectionTurns {
  readonly #now: () => number;
  readonly #waiting: Record<Lane, (() => void)[]> = { processing: [], telling: [], calls: [], background: [] };
  /** Milliseconds; less than none: it had more than its share. */
  readonly #owed: Record<Lane, number> = { processing: 0, telling: 0, calls: 0, background: 0 };
  #taken = false;
  /** The piece goes before others that have priority. */
  #isByShare = false;
  /** Set while sockets are read, after which the next piece begins. */
  #pause: NodeJS.Immediate | null = null;

  /** `now`: a monotonic clock's reading, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  async take<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(lane);
    const began = this.#now();
    const isByShare = this.#isByShare;
    try {
      return await work();
    } finally {
      this.#settle(lane, this.#now() - began, isByShare);
      this.#taken = false;
      this.#pause = setImmediate(() => this.#next());
      if (this.#waiting.processing.length > 0) this.#next();
    }
  }

  async #enter(lane: Lane): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting[lane].push(resolve);
      if (!this.#taken && (this.#pause === null || lane === 'processing')) this.#next();
    });
  }

  #next(): void {
    if (this.#pause !== null) clearImmediate(this.#pause);
    this.#pause = null;
    const waiting = lanes.filter((lane) => this.#waiting[lane].length > 0);
    const lane = waiting.find((each) => this.#owed[each] >= leastMs) ?? waiting[0];
    if (lane === undefined) return;
    this.#isByShare = lane !== waiting[0];
    this.#taken = true;
    this.#waiting[lane].shift()?.();
  }

  /** A lane used the connection for so long. */
  #settle(lane: Lane, ms: number, isByShare: boolean): void {
    if (isByShare) this.#owed[lane] -= ms;
    for (const other of lanes) {
      if (other === lane) continue;
      const owed = this.#owed[other] + ms * shares[other];
      this.#owed[other] = this.#waiting[other].length > 0 ? owed : Math.min(owed, 0);
    }
  }
}
