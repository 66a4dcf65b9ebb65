import { nextBatch, senderOf } from './next-batch.ts';
import type { Waiting } from './postponed.ts';

/** Uplinks in order of arrival. Those of some senders rest, and are left out meanwhile. */
export class UplinkQueue {
  readonly #onReady: () => void;
  readonly #resting = new Set<string>();
  #uplinks: Waiting[] = [];

  /** `onReady` is called when the rest of a sender has ended. */
  constructor(onReady: () => void) {
    this.#onReady = onReady;
  }

  get uplinks(): readonly Waiting[] {
    return this.#uplinks;
  }

  get hasReady(): boolean {
    return this.#uplinks.some((each) => this.#isReady(each));
  }

  add(waiting: Waiting): void {
    this.#uplinks.push(waiting);
  }

  /** Removes the next batch. */
  take(maxRows: number): Waiting[] {
    const resting = this.#uplinks.filter((each) => !this.#isReady(each));
    const ready = resting.length === 0 ? this.#uplinks : this.#uplinks.filter((each) => this.#isReady(each));
    const { batch, rest } = nextBatch(ready, maxRows);
    this.#uplinks = [...resting, ...rest];
    return batch;
  }

  /** Puts postponed uplinks before all later ones; their senders rest. */
  putBack(postponed: readonly Waiting[]): void {
    this.#uplinks.unshift(...postponed);
    for (const [sender, [first]] of Map.groupBy(postponed, senderOf)) {
      this.#resting.add(sender);
      setTimeout(() => {
        this.#resting.delete(sender);
        this.#onReady();
      }, first?.pauseMs);
    }
  }

  /** Nobody rests any more. */
  wakeAll(): void {
    this.#resting.clear();
  }

  rejectAll(reason: Error): void {
    for (const { reject } of this.#uplinks.splice(0)) reject(reason);
  }

  #isReady(each: Waiting): boolean {
    return !this.#resting.has(senderOf(each));
  }
}
