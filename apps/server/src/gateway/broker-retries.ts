const firstMs = 1000;
const lastMs = 60_000;

/**
 * When a broker is asked to give again what was not stored. That interrupts the connection of all devices, so it is asked less
 * and less often about a message that cannot be stored while others can. While none can be, nobody is interrupted, and what
 * was sent meanwhile may not wait when the database is back.
 */
export class BrokerRetries {
  #delayMs = firstMs;
  #isOneStored = false;

  /** A message was stored. `isAll`: so is all that the broker has given. */
  stored(isAll: boolean): void {
    this.#isOneStored = true;
    if (isAll) this.#delayMs = firstMs;
  }

  /** A message was not stored. Returns after how many milliseconds the broker is asked for it. */
  next(): number {
    const delayMs = this.#isOneStored ? this.#delayMs : firstMs;
    this.#delayMs = Math.min(2 * delayMs, lastMs);
    this.#isOneStored = false;
    return delayMs;
  }
}
