import { isAlarmKind, type Observation } from './outgoing.ts';

/** So many observations or messages a device remembers; alarms beyond that too. */
const capacity = 500;

/** What a device noticed while nobody heard it. */
export class Memory {
  #kept: Observation[] = [];

  isFull(waiting: number): boolean {
    return this.#kept.length + waiting >= capacity;
  }

  /** Returns how many older ones had to go: 0 or 1, and never an alarm. */
  keep(observation: Observation): number {
    this.#kept.push(observation);
    if (this.#kept.length <= capacity) return 0;
    const oldest = this.#kept.findIndex(({ kind }) => !isAlarmKind(kind));
    if (oldest !== -1) this.#kept.splice(oldest, 1);
    return oldest === -1 ? 0 : 1;
  }

  /** The oldest first; empty afterwards. */
  takeAll(): Observation[] {
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }
}
