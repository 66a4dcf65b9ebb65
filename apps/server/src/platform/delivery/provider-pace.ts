import type { Clock } from '../clock/clock.ts';
import { TokenBucket } from '../limits/token-bucket.ts';

/** How many messages may leave now: in all, and how many of them may be about something else than an alarm. */
export interface Room {
  all: number;
  others: number;
}

/**
 * How fast this process asks a provider. Two seconds' worth may leave at once, since the outbox is looked at every other
 * second; half of it is kept for messages about alarms.
 */
export class ProviderPace {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #bucket: TokenBucket;
  readonly #keptForAlarms: number;
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number, clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#bucket = new TokenBucket(perSecond, 2 * perSecond, clock.monotonic());
    this.#keptForAlarms = perSecond;
  }

  /** Of these places those that may be taken now. */
  room({ all, others }: Room): Room {
    const now = this.#clock.monotonic();
    const left = this.#bucket.left(now);
    const leftForOthers = now < this.#heldUntil ? 0 : Math.max(0, left - this.#keptForAlarms);
    return { all: Math.min(all, left), others: Math.min(others, leftForOthers) };
  }

  spend(count: number): void {
    this.#bucket.spend(count, this.#clock.monotonic());
  }

  /** The provider wants to be left alone for so long: what is not about an alarm is not tried at all meanwhile. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.monotonic() + ms);
  }
}
