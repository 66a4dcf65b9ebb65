/** Length of a slice: the longest delay before sockets, and their alarms, are read again. */
const sliceMs = 5;

/**
 * Does small pieces of work in order, at most 5 ms of them in one turn of the event loop. Pieces do not throw. While
 * there is time left in a turn, a piece is done at once.
 */
export class Slices {
  #queue: Iterator<() => void>[] = [];
  #until: number | null = null;
  #working = false;

  add(pieces: Iterable<() => void>): void {
    this.#queue.push(pieces[Symbol.iterator]());
    if (this.#until === null) this.#beginTurn();
    else this.#work(this.#until);
  }

  #beginTurn(): void {
    this.#until = performance.now() + sliceMs;
    setImmediate(() => {
      this.#until = null;
      if (this.#queue.length > 0) this.#beginTurn();
    });
    this.#work(this.#until);
  }

  #work(until: number): void {
    if (this.#working) return; // a piece has added more
    this.#working = true;
    while (performance.now() < until) {
      const [first] = this.#queue;
      if (first === undefined) break;
      const { done, value: piece } = first.next();
      if (done === true) this.#queue.shift();
      else piece();
    }
    this.#working = false;
  }
}
