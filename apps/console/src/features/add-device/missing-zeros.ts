import type { ImportColumn } from '@varde/contract/import-columns';
import type { Cell } from './read-table.ts';

/** A number that may have begun with zeros. */
export interface Doubt {
  /** The row of the spreadsheet. */
  line: number;
  column: ImportColumn;
  text: string;
}

/** Digits that a spreadsheet keeps of a number; an IMEI has as many. */
const mostDigits = 15;

/** A cell as text; a number with all its digits. */
export const textOf = (cell: Cell): string => (Number.isInteger(cell) ? BigInt(cell).toString() : String(cell));

/** The serial numbers and identities below the headings that a spreadsheet keeps as numbers, or that are shorter than others. */
export const doubtsIn = (body: readonly (readonly Cell[])[], places: ReadonlyMap<ImportColumn, number>): Doubt[] =>
  (['serial', 'identity'] as const).flatMap((column) => {
    const cells = body.map((row) => row[places.get(column) ?? -1] ?? '');
    const lengths = cells.map((cell) => digitsIn(cell));
    const longest = Math.max(0, ...lengths);
    return cells.flatMap((cell, at) => {
      const length = lengths[at] ?? 0;
      const isDoubtful = typeof cell === 'number' ? length !== mostDigits : length > 0 && length < longest;
      return isDoubtful ? [{ line: at + 2, column, text: textOf(cell).trim() }] : [];
    });
  });

/** How many digits a number has; 0 for other texts. */
function digitsIn(cell: Cell): number {
  const text = textOf(cell).trim();
  return /^\d+$/.test(text) ? text.length : 0;
}
