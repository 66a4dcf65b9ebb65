import { beginningOf } from '@varde/catalogue/beginning-of';
import type { KeptFieldName } from '@varde/catalogue/kept-fields';
import { lies, plausible } from './plausible.ts';
import { printable } from './printable.ts';

/** Longer texts are cut for the log; the whole frame is stored beside it. */
export const maxKeptFields = 64;
export const maxKeptText = 1_000;

/**
 * Values of a message without a field in its sample: unknown items, impossible values, and counts of omitted ones. They
 * become `Sample.unknown`, to be read in the log. Their size is bounded, whatever a device sends.
 */
export class KeptFields {
  readonly #fields = new Map<string, string>();
  readonly #leftOut = new Map<KeptFieldName, number>();

  keep(name: KeptFieldName, value: string | number): void {
    this.keepAs(name, String(value));
  }

  /** As `keep`, under a name that the device gave. The same name again gets a number. */
  keepAs(given: string, value: string): void {
    if (this.#fields.size >= maxKeptFields) {
      this.leaveOut('fieldsLeftOut', 1);
      return;
    }
    const base = printable(shortened(given));
    let name = base;
    for (let count = 2; this.#fields.has(name); count++) name = `${base}#${count}`;
    this.#fields.set(name, printable(shortened(value)));
  }

  /** Counts omitted values. */
  leaveOut(name: KeptFieldName, count: number): void {
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + count);
  }

  /** The value when it is possible. Otherwise it is kept, and the sample has no such value. */
  within(name: keyof typeof plausible, value: number | undefined): number | undefined {
    if (value === undefined || lies(value, plausible[name])) return value;
    this.keep(name, value);
    return undefined;
  }

  toRecord(): Record<string, string> | undefined {
    if (this.#fields.size === 0 && this.#leftOut.size === 0) return undefined;
    const counts = [...this.#leftOut].map(([name, count]) => [name, String(count)] as const);
    return Object.fromEntries([...this.#fields, ...counts]);
  }
}

function shortened(text: string): string {
  return text.length <= maxKeptText ? text : `${beginningOf(text, maxKeptText)}… (${text.length})`;
}
