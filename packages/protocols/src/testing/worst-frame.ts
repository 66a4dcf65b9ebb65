/**
 * Frames made by hand to cost as much as one frame of its protocol can: as large as allowed, and full of unknown,
 * empty, repeated, nested or long parts, or of alarms.
 */
export interface WorstFrame<T> {
  /** The repeated part. */
  holds: string;
  frame: T;
}

/** The sender. */
export const worstIdentity = '867730053403279';
/** The time of sending, Unix seconds. */
export const worstSeconds = Date.UTC(2026, 0, 15) / 1000;
