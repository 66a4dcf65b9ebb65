import type { ImportRow } from '@varde/contract/device-import';
import { type ImportColumn, importColumns, longestCell, maxImportRows } from '@varde/contract/import-columns';
import { devicePhone } from './device-phone.ts';
import { Unreadable } from './read-table.ts';

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
}

/**
 * The rows below the heading row, with tags by their keys where `tagNamed` knows the text of the cell. Throws
 * `Unreadable`.
 */
export function importRowsOf(
  [head = [], ...body]: readonly (readonly string[])[],
  tagNamed: (text: string) => string | undefined,
): ImportTable {
  const titles = head.map((title) => title.trim().toLowerCase());
  const places = new Map(
    importColumns.map((column) => [column, titles.findIndex((title) => headings[column].includes(title))]),
  );
  if (needed.some((column) => places.get(column) === -1)) throw new Unreadable('noColumns');
  const rows = body.flatMap((cells, at) =>
    cells.every((cell) => cell.trim() === '') ? [] : [rowOf(cells, at + 2, places, tagNamed)],
  );
  if (rows.length === 0) throw new Unreadable('noRows');
  if (rows.length > maxImportRows) throw new Unreadable('tooManyRows');
  const used = new Set(places.values());
  return { rows, unused: head.filter((title, at) => title.trim() !== '' && !used.has(at)) };
}

function rowOf(
  cells: readonly string[],
  line: number,
  places: ReadonlyMap<ImportColumn, number>,
  tagNamed: (text: string) => string | undefined,
): ImportRow {
  const cell = (column: ImportColumn) => (cells[places.get(column) ?? -1] ?? '').trim().slice(0, longestCell);
  const texts = importColumns.map((column) => [column, cell(column)]);
  return {
    line,
    ...(Object.fromEntries(texts) as Omit<ImportRow, 'line'>),
    tag: tagNamed(cell('tag')) ?? cell('tag'),
    phone: devicePhone(cell('phone')),
  };
}
