import type { Resources } from './resources.ts';

/** What one measurement found, as it is printed and as it stands in docs/performance.md. */
export interface Section {
  /** What was measured and how, in a few sentences. */
  text: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  targets: readonly Target[];
}

interface Target {
  text: string;
  /** What was measured. */
  found: string;
  met: boolean;
}

export interface Measurement {
  /** For `--only`. */
  name: string;
  title: string;
  run(resources: Resources): Promise<Section>;
}
