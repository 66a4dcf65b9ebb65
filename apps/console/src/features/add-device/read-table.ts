import { type UnzipFileFilter, type Unzipped, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { withShownZeros } from './number-formats.ts';

/** Why a file cannot be imported. Texts: `importDevices.unreadable.<reason>`. */
export type UnreadableReason = 'tooLarge' | 'notATable' | 'noColumns' | 'noRows' | 'tooManyRows';

export class Unreadable extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason) {
    super(reason);
    this.reason = reason;
  }
}

const maxFileBytes = 2_000_000;
/** Limit for an unpacked workbook: a small file may unpack to gigabytes. */
const maxUnpackedBytes = 20_000_000;
/** Limit for the cells up to the last one, of which the reader makes each: one in the far corner may stand for billions. */
const maxCells = 5_000_000;

/** A text, or a number of a workbook, which has no zeros before it. */
export type Cell = string | number;

/**
 * The cells of a CSV file or of the first sheet of an Excel workbook (.xlsx), by row in the spreadsheet's numbering.
 * Throws `Unreadable`.
 */
export async function readTable(file: Blob): Promise<Cell[][]> {
  if (file.size > maxFileBytes) throw new Unreadable('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip ? readWorkbook(bytes) : readCsv(textOf(bytes));
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Cell[][]> {
  requireSmall(bytes);
  requireNear(bytes);
  const { readSheet } = await import('read-excel-file/universal');
  try {
    const rows = await readSheet(new Blob([new Uint8Array(withShownZeros(bytes))]));
    return rows.map((row) => row.map(cellOf));
  } catch {
    throw new Unreadable('notATable');
  }
}

function cellOf(cell: unknown): Cell {
  if (cell === null) return '';
  if (cell instanceof Date)
    return cell
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ')
      .replace(/ 00:00$/, '');
  return typeof cell === 'number' ? cell : String(cell);
}

/** Adds up the sizes that the archive declares, which its reader allocates, without unpacking it. */
function requireSmall(bytes: Uint8Array): void {
  let unpacked = 0;
  unzip(bytes, ({ originalSize }) => {
    unpacked += originalSize;
    return false;
  });
  if (unpacked > maxUnpackedBytes) throw new Unreadable('tooLarge');
}

/** Looks for the last cell of each sheet. */
function requireNear(bytes: Uint8Array): void {
  for (const sheet of Object.values(unzip(bytes, ({ name }) => name.startsWith('xl/worksheets/')))) {
    let [rows, columns] = [0, 0];
    for (const [, letters = '', row] of new TextDecoder().decode(sheet).matchAll(/ r="([A-Z]+)(\d+)"/g)) {
      rows = Math.max(rows, Number(row));
      columns = Math.max(columns, columnOf(letters));
    }
    if (rows * columns > maxCells) throw new Unreadable('tooLarge');
  }
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

function readCsv(text: string): Cell[][] {
  // Excel treats this line as an instruction and shows the next one as the first row.
  const named = /^sep=(.)\r?\n/i.exec(text);
  const { data } = Papa.parse<string[]>(text.slice(named?.[0].length ?? 0), {
    delimiter: named?.[1] ?? '',
    delimitersToGuess: [';', ',', '\t'],
  });
  return data.map((row) => row.map(withoutGuard));
}

/** Removes the prefix with which our own exports stop a spreadsheet from calculating a cell. */
const withoutGuard = (cell: string): string => cell.replace(/^'(?=[=+\-@])/, '');

/** UTF-8, UTF-16 with a byte order mark like our exports, or else the encoding of Norwegian and Danish Windows. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
