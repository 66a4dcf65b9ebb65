import { nameKey } from '@varde/catalogue/entered-text';
import type { ImportRow } from '@varde/contract/device-import';
import { type ImportColumn, importColumns, longestCell, maxImportRows } from '@varde/contract/import-columns';
import { type Doubt, doubtsIn, textOf } from './missing-zeros.ts';
import { type Cell, Unreadable } from './read-table.ts';

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

export interface ImportTable {
  rows: ImportRow[];
  /** Headings of columns that are ignored. */
  unused: string[];
  /** Numbers that may lack zeros: somebody has to look at them before they are imported. */
  doubts: Doubt[];
}

/**
 * The rows below the heading row, with tags by their keys where `tagNamed` knows the text of the cell. Throws
 * `Unreadable`.
 */
export function importRowsOf(
  [head = [], ...body]: readonly (readonly Cell[])[],
  tagNamed: (text: string) => string | undefined,
): ImportTable {
  const titles = head.map((title) => nameKey(String(title)));
  const places = new Map(
    importColumns.map((column) => [column, titles.findIndex((title) => headings[column].includes(title))]),
  );
  if (needed.some((column) => places.get(column) === -1)) throw new Unreadable('noColumns');
  const rows = body.flatMap((cells, at) =>
    cells.every((cell) => String(cell).trim() === '') ? [] : [rowOf(cells, at + 2, places, tagNamed)],
  );
  if (rows.length === 0) throw new Unreadable('noRows');
  if (rows.length > maxImportRows) throw new Unreadable('tooManyRows');
  const used = new Set(places.values());
  return {
    rows,
    unused: head.map(String).filter((title, at) => title.trim() !== '' && !used.has(at)),
    doubts: doubtsIn(body, places),
  };
}

function rowOf(
  cells: readonly Cell[],
  line: number,
  places: ReadonlyMap<ImportColumn, number>,
  tagNamed: (text: string) => string | undefined,
): ImportRow {
  const cell = (column: ImportColumn) =>
    textOf(cells[places.get(column) ?? -1] ?? '')
      .trim()
      .slice(0, longestCell);
  const texts = importColumns.map((column) => [column, cell(column)]);
  return {
    line,
    ...(Object.fromEntries(texts) as Omit<ImportRow, 'line'>),
    tag: tagNamed(cell('tag')) ?? cell('tag'),
  };
}
