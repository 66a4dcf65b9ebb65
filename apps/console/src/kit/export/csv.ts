/**
 * A table as a spreadsheet opens it: semicolons and CRLF. The first line names the separator, so that Excel splits at
 * it whatever the reader's country.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return ['sep=;', ...rows.map((row) => row.map(cell).join(';')), ''].join('\r\n');
}

/**
 * A sign that begins a formula (OWASP, "CSV injection"; the wide ones are those of East Asian keyboards), anywhere but
 * after a letter or a digit: a reader with another separator, or without quotes, may begin a cell there.
 */
const formulaSign = /(?<![\p{L}\p{N}])(?=[=+\-@＝＋－＠])/gu;

function cell(text: string): string {
  const guarded = text.replaceAll(formulaSign, "'");
  return /[;"\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Saves a table. UTF-16, because Excel forgets the mark of UTF-8 when a line names the separator. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  saveBytes(name, utf16(`\uFEFF${csvText(rows)}`), 'text/csv;charset=utf-16le');
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

/** Hands a file to the browser's downloads. */
function saveBytes(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
