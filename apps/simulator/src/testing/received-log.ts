/** The messages received by a fake server, and a way to wait for them without sleeping. */
export class ReceivedLog<T> {
  readonly all: T[] = [];
  #waiting = new Set<() => void>();

  add(entry: T): void {
    this.all.push(entry);
    for (const check of this.#waiting) check();
  }

  /** The matching entries, as soon as there are `count` of them. The test's own timeout ends a vain wait. */
  waitFor(matches: (entry: T) => boolean, count = 1): Promise<T[]> {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.all.filter(matches);
        if (found.length < count) return;
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** As `waitFor`, for the first one. */
  async first(matches: (entry: T) => boolean): Promise<T> {
    const [entry] = await this.waitFor(matches);
    if (entry === undefined) throw new Error('nothing matches');
    return entry;
  }
}
