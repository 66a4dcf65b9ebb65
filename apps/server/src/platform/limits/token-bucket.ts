/** Allows a lasting rate and a burst. `now` is a monotonic clock's reading, milliseconds. */
export class TokenBucket {
  #tokens: number;
  #filledAt: number;
  readonly #perSecond: number;
  readonly #atOnce: number;

  constructor(perSecond: number, atOnce: number, now: number) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#tokens = atOnce;
    this.#filledAt = now;
  }

  /** Takes tokens, below zero if necessary, for work that is already done. */
  spend(count: number, now: number): void {
    this.#fill(now);
    this.#tokens -= count;
  }

  hasSome(now: number): boolean {
    this.#fill(now);
    return this.#tokens >= 1;
  }

  /** Whole tokens. */
  left(now: number): number {
    this.#fill(now);
    return Math.floor(this.#tokens);
  }

  isFull(now: number): boolean {
    this.#fill(now);
    return this.#tokens >= this.#atOnce;
  }

  #fill(now: number): void {
    const seconds = (now - this.#filledAt) / 1000;
    this.#tokens = Math.min(this.#atOnce, this.#tokens + seconds * this.#perSecond);
    this.#filledAt = now;
  }
}
