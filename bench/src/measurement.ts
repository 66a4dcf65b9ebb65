import type { Resources } from './resources.ts';

/** The result of one measurement: the table goes to bench/results, the targets to docs/performance.md. */
export interface Section {
  /** The subject and the method, in a few sentences. */
  text: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  targets: readonly Target[];
}

export interface Target {
  /** The measured quantity. */
  what: string;
  target: string;
  found: string;
  met: boolean;
}

export interface Measurement {
  /** For `--only`. */
  name: string;
  title: string;
  run(resources: Resources): Promise<Section>;
}
