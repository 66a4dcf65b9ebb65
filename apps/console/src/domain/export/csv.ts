import { type CsvCell, csvHead, csvLine } from '@varde/contract/csv';
import { localTime } from '#ui/time-zone.ts';

/** A table as CSV text for spreadsheets. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string => csvHead + rows.map(csvLine).join('');

/** Saves a table. UTF-16, because Excel ignores the UTF-8 byte order mark when a line names the separator. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  saveBytes(`${stamped(name, Date.now())}.csv`, utf16(`\uFEFF${csvText(rows)}`), 'text/csv;charset=utf-16le');
}

/** The file name of an export with the local time: `enheter_20261122095905`. */
export function stamped(name: string, at: number): string {
  return `${name}_${localTime(at).slice(0, 19).replaceAll(/\D/g, '')}`;
}

export function saveText(name: string, text: string): void {
  saveBytes(name, text, 'text/plain;charset=utf-8');
}

/** Little-endian UTF-16. */
export function utf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), true);
  return new Uint8Array(bytes.buffer);
}

function saveBytes(name: string, content: BlobPart, type: string): void {
  saveBlob(name, new Blob([content], { type }));
}

/** Hands a file to the browser's downloads. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  downloadFrom(url, name);
  URL.revokeObjectURL(url);
}

/** Has the browser download an address, to disk; without a name under that of the server. */
export function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
