import { nameKey } from '@varde/catalogue/entered-text';
import type { ImportRow } from '@varde/contract/device-import';
import { type ImportColumn, importColumns, longestCell, maxImportRows } from '@varde/contract/import-columns';
import { type Cell, noCell, type Sheet, Unreadable } from './cell.ts';
import {
  type Changed,
  type DoubtReason,
  digitsIn,
  doubtOf,
  faultOf,
  importedText,
  type SheetFault,
} from './changed-cells.ts';

/** The headings of a column in each language, with common synonyms, in lower case. */
const headings: Record<ImportColumn, readonly string[]> = {
  serial: ['serienummer', 'serial number', 'serial', 'serienr', 'serienr.'],
  name: ['navn', 'name', 'enhetsnavn', 'device name'],
  customer: ['kunde', 'customer', 'organisasjonsnummer'],
  tag: ['merking', 'tag', 'brukes som'],
  note: ['notat', 'note'],
  hardware: ['enhetstype', 'device type', 'type', 'modell'],
  identity: ['enhets-id', 'device id', 'imei'],
  phone: ['telefonnummer', 'phone number', 'telefon', 'phone', 'mobil'],
};
const needed = ['serial', 'name', 'customer'] as const;
/** Rows of a sheet in which the headings are looked for: above them may be a title, a date and the like. */
export const headingRows = 20;

export interface ImportTable {
  /** The sheet that was read; null for a file without sheets. */
  sheet: string | null;
  /** The sheets that were not. */
  otherSheets: string[];
  rows: ImportRow[];
  /** What the sheet shows of each row, by its line. */
  shown: ReadonlyMap<number, Record<ImportColumn, string>>;
  /** Headings of columns that are ignored. */
  unused: string[];
  /** Cells that a spreadsheet has surely changed: their rows are not imported. */
  faults: Changed<SheetFault>[];
  /** Cells that may not be what somebody wrote: somebody has to look at them before they are imported. */
  doubts: Changed<DoubtReason>[];
}

type Places = ReadonlyMap<ImportColumn, number>;

/**
 * The rows below the first row of headings, of the first sheet that has one, with tags by their keys where `tagNamed`
 * knows the text of the cell. Throws `Unreadable`.
 */
export function importRowsOf(sheets: readonly Sheet[], tagNamed: (text: string) => string | undefined): ImportTable {
  const found = headedIn(sheets);
  if (found === null) throw new Unreadable('noColumns');
  const { sheet, places, head } = found;
  const lines = sheet.rows.flatMap((cells, at) =>
    at <= head || cells.every(({ text }) => text.trim() === '')
      ? []
      : [{ line: at + 1, cells: cellsAt(places, cells) }],
  );
  if (lines.length === 0) throw new Unreadable('noRows');
  if (lines.length > maxImportRows) throw new Unreadable('tooManyRows');
  const used = new Set(places.values());
  return {
    sheet: sheet.name,
    otherSheets: sheets.flatMap((other) => (other === sheet || other.rows.length === 0 ? [] : (other.name ?? []))),
    rows: lines.map((line) => rowOf(line, tagNamed)),
    shown: new Map(lines.map(({ line, cells }) => [line, byColumn((column) => cells[column].shown.trim())])),
    unused: (sheet.rows[head] ?? []).flatMap(({ text }, at) => (text.trim() === '' || used.has(at) ? [] : text)),
    ...changesIn(lines, sheet.hidden),
  };
}

interface Line {
  line: number;
  cells: Record<ImportColumn, Cell>;
}

interface Headed {
  sheet: Sheet;
  /** The place of the row of headings. */
  head: number;
  places: Places;
}

/** The first row of headings of the first sheet that has one. */
function headedIn(sheets: readonly Sheet[]): Headed | null {
  for (const sheet of sheets) {
    for (const [head, cells] of sheet.rows.slice(0, headingRows).entries()) {
      const titles = cells.map(({ text }) => nameKey(text));
      const places = new Map(
        importColumns.map((column) => [column, titles.findIndex((title) => headings[column].includes(title))]),
      );
      if (needed.every((column) => places.get(column) !== -1)) return { sheet, head, places };
    }
  }
  return null;
}

const byColumn = <T>(of: (column: ImportColumn) => T): Record<ImportColumn, T> =>
  Object.fromEntries(importColumns.map((column) => [column, of(column)])) as Record<ImportColumn, T>;

const cellsAt = (places: Places, cells: readonly Cell[]): Record<ImportColumn, Cell> =>
  byColumn((column) => cells[places.get(column) ?? -1] ?? noCell);

function rowOf({ line, cells }: Line, tagNamed: (text: string) => string | undefined): ImportRow {
  const texts = byColumn((column) => importedText(column, cells[column]).slice(0, longestCell));
  return { line, ...texts, tag: tagNamed(texts.tag) ?? texts.tag };
}

/** The cells that are not what somebody wrote, or may not be. */
function changesIn(lines: readonly Line[], hidden: Sheet['hidden']): Pick<ImportTable, 'faults' | 'doubts'> {
  const longest = byColumn((column) => Math.max(0, ...lines.map(({ cells }) => digitsIn(cells[column]))));
  const faults: Changed<SheetFault>[] = [];
  const doubts: Changed<DoubtReason>[] = [];
  for (const { line, cells } of lines) {
    if (hidden.has(line)) doubts.push({ line, column: 'serial', reason: 'hidden', text: cells.serial.shown });
    for (const column of importColumns) {
      const cell = cells[column];
      const text = cell.shown.trim();
      const fault = faultOf(column, cell);
      if (fault !== null) faults.push({ line, column, reason: fault, text });
      const doubt = fault === null ? doubtOf(column, cell, longest[column]) : null;
      if (doubt !== null) doubts.push({ line, column, reason: doubt, text });
    }
  }
  return { faults, doubts };
}
