/** The users of the embedded database's one connection, in order of priority. */
export type Lane = 'processing' | 'calls' | 'background';

/** Calls served before one piece of background work, so that it is never starved. */
const callsInBetween = 10;

/**
 * Shares the one connection of the embedded database, one piece of work after the other: processing first, then calls,
 * then jobs and exports. The database works in this thread, and PGlite goes from one waiting statement to the next
 * without reading sockets: sockets are read here between two pieces, so that an alarm waits for one piece at most.
 */
export class ConnectionTurns {
  readonly #waiting: Record<Lane, (() => void)[]> = { processing: [], calls: [], background: [] };
  #taken = false;
  /** Set while sockets are read, after which the next piece begins. */
  #pause: NodeJS.Immediate | null = null;
  #callsInARow = 0;

  async take<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(lane);
    try {
      return await work();
    } finally {
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
    const begin = this.#first();
    if (begin === undefined) return;
    this.#taken = true;
    begin();
  }

  #first(): (() => void) | undefined {
    const { processing, calls, background } = this.#waiting;
    if (processing.length > 0) return processing.shift();
    if (calls.length > 0 && (background.length === 0 || this.#callsInARow < callsInBetween)) {
      this.#callsInARow += 1;
      return calls.shift();
    }
    this.#callsInARow = 0;
    return background.shift();
  }
}
