import { AppError } from '../app-error.ts';
import { TokenBucket } from './token-bucket.ts';

export interface GateLimits {
  /** Pieces of concurrent work, of all keys together. */
  width: number;
  /** Pieces of concurrent work of one key. */
  perKey: number;
  /** Pieces of work of one key that may wait. */
  waitingPerKey: number;
  /** How long a piece of work waits before it is refused, milliseconds. */
  patienceMs: number;
  /** Pieces of work that one key may start: lasting rate per second, and the burst. The excess waits. */
  rate?: { perSecond: number; atOnce: number };
}

interface Queue {
  inside: number;
  waiting: (() => void)[];
  bucket: TokenBucket | null;
}

/** With more keys than this, idle ones are searched for and deleted; and again whenever there are twice as many. */
const manyKeys = 1_000;

/**
 * Limits concurrent work, in total and per key (a user, an address). Waiting keys take turns, so that one with much
 * work delays the others by one piece of it.
 */
export class FairGate {
  readonly #limits: GateLimits;
  readonly #now: () => number;
  readonly #queues = new Map<string, Queue>();
  /** Keys with waiting work, in the order of their turns. */
  readonly #turns = new Set<string>();
  #inside = 0;
  #mostKeys = manyKeys;
  #timer: NodeJS.Timeout | null = null;

  /** `now`: a monotonic clock's reading, milliseconds. */
  constructor(limits: GateLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Runs the work when it is its turn. Throws `tooManyCalls` when it has waited too long, or too much of its key waits.
   * The second is rejected after the same time: a client that retries at once would otherwise loop.
   */
  async pass<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const leave = await this.enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Like `pass`, for work that ends with a call of the function that it returns. */
  async enter(key: string, patienceMs = this.#limits.patienceMs): Promise<() => void> {
    const queue = this.#queueOf(key);
    if (this.#mayPass(queue)) this.#begin(queue);
    else await this.#wait(key, queue, patienceMs);
    return () => {
      queue.inside -= 1;
      this.#inside -= 1;
      this.#admit();
    };
  }

  /** Whether work that is over at once may be done now, since nothing of its key waits; takes its rate. */
  passNow(key: string): boolean {
    const queue = this.#queueOf(key);
    if (!this.#mayPass(queue)) return false;
    queue.bucket?.spend(1, this.#now());
    return true;
  }

  /** Whether it might be done now; takes nothing. */
  mayPassNow(key: string): boolean {
    return this.#mayPass(this.#queueOf(key));
  }

  /** Charges a key with more of its rate than the one of a piece of work, for what a piece turned out to cost. */
  charge(key: string, more: number): void {
    this.#queueOf(key).bucket?.spend(more, this.#now());
  }

  /** Returns the rate that a piece of work has taken from its key. */
  refund(key: string, count = 1): void {
    this.#queues.get(key)?.bucket?.spend(-count, this.#now());
  }

  #queueOf(key: string): Queue {
    const known = this.#queues.get(key);
    if (known !== undefined) return known;
    if (this.#queues.size >= this.#mostKeys) this.#forgetIdle();
    const { rate } = this.#limits;
    const bucket = rate === undefined ? null : new TokenBucket(rate.perSecond, rate.atOnce, this.#now());
    const queue = { inside: 0, waiting: [], bucket };
    this.#queues.set(key, queue);
    return queue;
  }

  #mayPass(queue: Queue): boolean {
    return queue.waiting.length === 0 && this.#mayBegin(queue);
  }

  #mayBegin({ inside, bucket }: Queue): boolean {
    const hasRoom = this.#inside < this.#limits.width && inside < this.#limits.perKey;
    return hasRoom && (bucket?.hasSome(this.#now()) ?? true);
  }

  #begin(queue: Queue): void {
    queue.inside += 1;
    this.#inside += 1;
    queue.bucket?.spend(1, this.#now());
  }

  async #wait(key: string, queue: Queue, patienceMs: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting = queue.waiting.filter((one) => one !== turn);
        reject(new AppError('tooManyCalls'));
      }, patienceMs).unref();
      if (queue.waiting.length >= this.#limits.waitingPerKey) return;
      queue.waiting.push(turn);
      this.#turns.add(key);
      this.#admit();
    });
  }

  /** Starts as much waiting work as there is room for. */
  #admit(): void {
    for (const key of this.#turns) {
      if (this.#inside >= this.#limits.width) return;
      const queue = this.#queueOf(key);
      if (queue.waiting.length === 0) this.#turns.delete(key);
      else if (this.#mayBegin(queue)) this.#beginFirst(key, queue);
      else if (queue.inside < this.#limits.perKey) this.#admitLater();
    }
  }

  #beginFirst(key: string, queue: Queue): void {
    this.#begin(queue);
    queue.waiting.shift()?.();
    this.#turns.delete(key);
    if (queue.waiting.length > 0) this.#turns.add(key); // to the end: the loop in `#admit` reaches it again
  }

  /** A key waits for its rate alone: no end of other work will start it. */
  #admitLater(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#admit();
      },
      1000 / (this.#limits.rate?.perSecond ?? 1),
    ).unref();
  }

  #forgetIdle(): void {
    const now = this.#now();
    for (const [key, { inside, waiting, bucket }] of this.#queues)
      if (inside === 0 && waiting.length === 0 && (bucket?.isFull(now) ?? true)) this.#queues.delete(key);
    this.#mostKeys = Math.max(manyKeys, this.#queues.size * 2);
  }
}
