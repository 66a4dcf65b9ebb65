import type { Clock } from '../clock/clock.ts';

export interface TurnTaker {
  /** Works while `mayWork` allows it, and waits again for the rest. */
  proceed(): void;
}

/**
 * Shares the event loop. The connections of the ports that share it may work for a number of milliseconds together, and
 * for one frame at least; then all other work of the process has its turn. A connection with more work continues in the
 * next turn, in the order of waiting. So no connection delays the others, whatever it sends.
 */
export class Turns {
  readonly #clock: Clock;
  readonly #turnMs: number;
  readonly #waiting = new Set<TurnTaker>();
  /** Null while no turn has begun. */
  #endsAt: number | null = null;
  #isStopped = false;

  constructor(clock: Clock, turnMs: number) {
    this.#clock = clock;
    this.#turnMs = turnMs;
  }

  /** Whether another frame may be processed now. */
  mayWork(): boolean {
    if (this.#endsAt !== null) return this.#isStopped || this.#clock.monotonic() < this.#endsAt;
    this.#endsAt = this.#clock.monotonic() + this.#turnMs;
    setImmediate(() => this.#next());
    return true;
  }

  /** Calls back in a later turn; after `mayWork` has returned false. */
  wait(taker: TurnTaker): void {
    this.#waiting.add(taker);
  }

  /** Resolves when work may continue, for work that can pause in the middle. */
  async mine(): Promise<void> {
    while (!this.mayWork()) await new Promise<void>((resolve) => this.wait({ proceed: resolve }));
  }

  /** Like `mine`, for work that should not even pause for a moment when it may go on. */
  now(): true | Promise<true> {
    return this.mayWork() || this.mine().then(() => true as const);
  }

  /** Lets all waiting work finish, and no work wait any more. */
  stop(): void {
    this.#isStopped = true;
    for (const taker of this.#waiting) taker.proceed();
    this.#waiting.clear();
  }

  #next(): void {
    this.#endsAt = null;
    let left = this.#waiting.size;
    for (const taker of this.#waiting) {
      if (left === 0 || (this.#endsAt !== null && !this.mayWork())) return;
      left -= 1;
      this.#waiting.delete(taker);
      taker.proceed();
    }
  }
}
