import { isAlarmKind, type Observation } from './outgoing.ts';

/** Size of a device's memory for observations or messages; alarms are kept beyond it. */
const capacity = 500;

/** Observations of a device without contact. */
export class Memory {
  #kept: Observation[] = [];

  isFull(waiting: number): boolean {
    return this.#kept.length + waiting >= capacity;
  }

  /** Returns how many older ones were dropped: 0 or 1, and never an alarm. */
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
