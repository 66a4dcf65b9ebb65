import { type Sheet, Unreadable } from './cell.ts';
import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import { decoded } from './text-encoding.ts';

const maxFileBytes = 2_000_000;

/** The table of a CSV file by each separator that it may have, or the sheets of an Excel workbook (.xlsx). Throws `Unreadable`. */
export async function readTable(file: Blob): Promise<Sheet[]> {
  if (file.size > maxFileBytes) throw new Unreadable('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (startsWith(bytes, [0x50, 0x4b])) return readWorkbook(bytes);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new Unreadable(isLocked(bytes) ? 'locked' : 'oldExcel');
  const { text, isSure } = decoded(bytes);
  // Programs that export "to Excel" often write a web page or XML and call it .xls.
  if (/^\s*<(?:!doctype|html|\?xml|table|meta|head)\b/i.test(text)) throw new Unreadable('webPage');
  if (text.includes('\0')) throw new Unreadable('notATable');
  return readCsv(text, isSure).map((rows) => ({ name: null, rows, hidden: new Set() }));
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** A workbook with a password is in the same container as the old workbooks, under this name. */
const isLocked = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes).includes([...'EncryptedPackage'].join('\0'));
