/** The first line of a table: it names the separator, so that Excel splits at it whatever the reader's country. */
export const csvHead = 'sep=;\r\n';

/** One row of a table as a spreadsheet opens it: semicolons, quotes where needed, CRLF. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(';')}\r\n`;

/**
 * A sign that begins a formula (OWASP, "CSV injection"; the wide ones are those of East Asian keyboards), anywhere but
 * after a letter or a digit: a reader with another separator, or without quotes, may begin a cell there.
 */
const formulaSign = /(?<![\p{L}\p{N}])(?=[=+\-@＝＋－＠])/gu;

function cell(text: string): string {
  const guarded = text.replaceAll(formulaSign, "'");
  return /[;"\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
