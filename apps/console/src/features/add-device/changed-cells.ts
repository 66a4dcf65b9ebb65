import { enteredDeviceNumber } from '@varde/catalogue/entered-text';
import type { ImportColumn } from '@varde/contract/import-columns';
import { type Cell, noCell } from './cell.ts';

/** What a spreadsheet has surely made of a cell. Texts: `importDevices.faults.<fault>`. */
export type SheetFault = 'isDate' | 'isCut' | 'isNoValue';

/** Why a cell may not be what somebody wrote. Texts: `importDevices.doubts.<reason>`. */
export type DoubtReason = 'zeros' | 'format' | 'date' | 'letters' | 'country' | 'hidden';

/** A cell that is not what somebody wrote, or may not be. */
export interface Changed<Reason> {
  /** The row of the spreadsheet. */
  line: number;
  column: ImportColumn;
  reason: Reason;
  /** What the sheet shows. */
  text: string;
}

/** Digits that a spreadsheet keeps of a number; an IMEI has as many. */
const mostDigits = 15;

/** A cell of a column as it is imported: a phone number of another country has lost the sign of its country as a number. */
export function importedText(column: ImportColumn, { text }: Cell): string {
  const trimmed = text.trim();
  return column === 'phone' && lacksCountry(trimmed) ? `+${trimmed}` : trimmed;
}

/** A Norwegian number of nine digits is a mistake, not one of another country. */
const lacksCountry = (text: string): boolean => /^[1-9]\d{9,}$/.test(enteredDeviceNumber(text));

/** What a spreadsheet has surely changed; a note may well be a date. */
export function faultOf(column: ImportColumn, { origin }: Cell): SheetFault | null {
  if (origin === 'notAValue') return 'isNoValue';
  if (column === 'note') return null;
  if (origin === 'cut') return 'isCut';
  return origin === 'date' ? 'isDate' : null;
}

/** The doubts about one cell; `longest`: the digits of the longest number of its column. */
export function doubtOf(column: ImportColumn, cell: Cell, longest: number): DoubtReason | null {
  if (cell.lettersUnsure) return 'letters';
  if (cell.origin === 'date' || (cell.origin === 'dateText' && column !== 'note')) return 'date';
  if (column === 'serial' || column === 'identity') return mayLackZeros(cell, longest) ? 'zeros' : null;
  if (column === 'phone' && importedText(column, cell) !== cell.text.trim()) return 'country';
  if (column !== 'phone' && mayBeRewritten(cell)) return 'format';
  return null;
}

function mayLackZeros(cell: Cell, longest: number): boolean {
  const length = digitsIn(cell);
  return isNumber(cell) ? length !== mostDigits : length > 0 && length < longest;
}

/** Also `1.10`, of which `1.1` is left. */
const mayBeRewritten = (cell: Cell): boolean =>
  cell.origin === 'formatted' || (cell.origin === 'number' && !/^\d+$/.test(cell.text));

const isNumber = ({ origin }: Cell): boolean => origin === 'number' || origin === 'formatted';

/** How many digits a number has; 0 for other texts. */
export function digitsIn({ text }: Cell = noCell): number {
  const number = text.trim();
  return /^\d+$/.test(number) ? number.length : 0;
}
