import { type UnzipFileFilter, type Unzipped, unzipSync } from 'fflate';
import { type Cell, noCell, type Sheet, Unreadable } from './cell.ts';
import { shownDate, shownNumber } from './shown-by-format.ts';
import { notesOf, type SheetNotes } from './workbook-notes.ts';

/** Limit for an unpacked workbook: a small file may unpack to gigabytes. */
const maxUnpackedBytes = 20_000_000;
/** Limit for the cells up to the last one, of which the reader makes each: one in the far corner may stand for billions. */
const maxCells = 5_000_000;

/** The sheets of an Excel workbook (.xlsx) that it shows. */
export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  requireExcel(bytes);
  requireNear(bytes);
  const { default: readSheets } = await import('read-excel-file/universal');
  try {
    const notes = notesOf(unzip(bytes, ({ name }) => /^xl\/.*\.(?:xml|rels)$/.test(name)));
    const sheets = await readSheets(new Blob([bytes]));
    return sheets.flatMap(({ sheet: name, data }) => {
      const about = notes.get(name);
      if (about === undefined) return [];
      const rows = data.map((row, at) =>
        row.map((value, column) => cellOf(value, `${lettersOf(column)}${at + 1}`, about)),
      );
      return [{ name, rows, hidden: about.hidden }];
    });
  } catch {
    throw new Unreadable('notATable');
  }
}

function cellOf(value: unknown, place: string, { formats, errors }: SheetNotes): Cell {
  const format = formats.get(place) ?? 'General';
  const error = errors.get(place);
  if (error !== undefined) return { text: error, shown: error, origin: 'notAValue' };
  if (value === null || value === undefined) return noCell;
  if (value instanceof Date) return { text: dayOf(value), shown: shownDate(format, value), origin: 'date' };
  if (typeof value === 'number') return shownNumber(format, value);
  const text = String(value);
  return { text, shown: text, origin: typeof value === 'boolean' ? 'notAValue' : 'text' };
}

const dayOf = (date: Date): string =>
  date
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
    .replace(/ 00:00$/, '');

/** Looks at what the archive declares, without unpacking it: its reader allocates these sizes. */
function requireExcel(bytes: Uint8Array): void {
  const names = new Set<string>();
  let unpacked = 0;
  unzip(bytes, ({ name, originalSize }) => {
    names.add(name);
    unpacked += originalSize;
    return false;
  });
  if (names.has('xl/workbook.bin')) throw new Unreadable('oldExcel');
  if (names.has('content.xml')) throw new Unreadable('openDocument');
  if ([...names].some((name) => name.endsWith('.iwa') || name === 'Index.zip')) throw new Unreadable('numbers');
  if (unpacked > maxUnpackedBytes) throw new Unreadable('tooLarge');
}

/** Looks for the last cell of each sheet. */
function requireNear(bytes: Uint8Array): void {
  let cells = 0;
  for (const sheet of Object.values(unzip(bytes, ({ name }) => name.startsWith('xl/worksheets/')))) {
    let [rows, columns] = [0, 0];
    for (const [, letters = '', row] of new TextDecoder().decode(sheet).matchAll(/ r="([A-Z]+)(\d+)"/g)) {
      rows = Math.max(rows, Number(row));
      columns = Math.max(columns, columnOf(letters));
    }
    cells += rows * columns;
  }
  if (cells > maxCells) throw new Unreadable('tooLarge');
}

function unzip(bytes: Uint8Array, filter: UnzipFileFilter): Unzipped {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw new Unreadable('notATable');
  }
}

/** `A` is 1, `AA` is 27. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0);

/** The letters of a column; the first is 0. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));
