const hourMs = 3_600_000;
/** Keys counted in an hour: with more of them, new keys are refused, which limits invented names. */
const maxKeys = 10_000;

/** Allows each key this many times an hour. */
export class HourlyAllowance {
  readonly #perHour: number;
  readonly #used = new Map<string, number>();
  #hour = 0;

  constructor(perHour: number) {
    this.#perHour = perHour;
  }

  /** Takes one if any is left. `now` is a monotonic clock's reading, milliseconds. */
  take(key: string, now: number): boolean {
    const hour = Math.floor(now / hourMs);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#used.clear();
    }
    const used = this.#used.get(key) ?? 0;
    if (used >= this.#perHour || (used === 0 && this.#used.size >= maxKeys)) return false;
    this.#used.set(key, used + 1);
    return true;
  }
}
