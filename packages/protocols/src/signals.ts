import type { KeptFieldName } from '@varde/catalogue/kept-fields';
import type { KeptFields } from './kept-fields.ts';
import { type Limits, lies } from './plausible.ts';

/**
 * Reads the signals of a list of cells or access points. Some models omit the sign, others send a percentage or a
 * level: a value that no radio receives is no dBm, and is kept as sent.
 */
export class Signals {
  readonly #limits: Limits;
  readonly #implausible: string[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** dBm. `of`: the cell or access point. */
  read(of: string, rssi: number | undefined): number | undefined {
    if (rssi === undefined) return undefined;
    const dbm = -Math.abs(rssi);
    if (lies(dbm, this.#limits)) return dbm;
    this.#implausible.push(`${of}: ${rssi}`);
    return undefined;
  }

  keepIn(kept: KeptFields, name: KeptFieldName): void {
    if (this.#implausible.length > 0) kept.keep(name, this.#implausible.join(', '));
  }
}
