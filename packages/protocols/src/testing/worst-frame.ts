/**
 * Frames made by hand to cost as much as one frame of its protocol can: as large as allowed, and full of what is
 * unknown, empty, repeated, nested, long, or an alarm.
 */
export interface WorstFrame<T> {
  /** What it is full of. */
  holds: string;
  frame: T;
}

/** Who sends them. */
export const worstIdentity = '867730053403279';
/** When they were sent, Unix seconds. */
export const worstSeconds = Date.UTC(2026, 0, 15) / 1000;
