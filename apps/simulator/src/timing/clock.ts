/** Cancels a plan. Harmless when it already ran. */
export type Cancel = () => void;

/** The simulator's source of time, so that a test can advance it by hand. */
export interface Clock {
  /** Unix milliseconds UTC. */
  now(): number;
  /** Runs once after at least this many milliseconds. */
  after(milliseconds: number, run: () => void): Cancel;
}
