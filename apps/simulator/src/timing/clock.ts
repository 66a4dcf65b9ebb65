/** Stops what was planned. Harmless when it already ran. */
export type Cancel = () => void;

/** Where the simulator takes time from, so that a test can move it by hand. */
export interface Clock {
  /** Unix milliseconds UTC. */
  now(): number;
  /** Runs once after at least this many milliseconds. */
  after(milliseconds: number, run: () => void): Cancel;
}
