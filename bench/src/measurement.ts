import type { Resources } from './resources.ts';

/** The result of one measurement, as printed and as written to docs/performance.md. */
export interface Section {
  /** The subject and the method, in a few sentences. */
  text: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  targets: readonly Target[];
}

interface Target {
  text: string;
  /** The measured quantity. */
  found: string;
  met: boolean;
}

export interface Measurement {
  /** For `--only`. */
  name: string;
  title: string;
  run(resources: Resources): Promise<Section>;
}
