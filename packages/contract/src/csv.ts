/** The first line of a table: it names the separator, so that a spreadsheet splits there whatever the reader's country. */
export const csvHead = 'sep=;\r\n';

/**
 * A text, which stays one in a spreadsheet whatever it looks like; a whole number, which is one there; or what a
 * spreadsheet shall read as if its user had typed it: a time, or a number with decimals.
 */
export type CsvCell = string | number | { typed: string };

/** One row of a table as a spreadsheet opens it: semicolons, quotes where needed, CRLF. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(';')}\r\n`;

/** The text of a cell that `csvLine` wrote. */
export function unguarded(written: string): string {
  const kept = /^="([^"]*)"$/.exec(written)?.[1];
  return kept ?? (guard.test(written) ? written.replace("'", '') : written);
}

/** What a spreadsheet would calculate (OWASP, "CSV injection"; the wide signs are those of East Asian keyboards). */
const formula = /^[\s']*[=+\-@＝＋－＠]/u;
const guard = /^'[\s']*[=+\-@＝＋－＠]/u;

/** What a spreadsheet would take for a date, a fraction or a number: a telephone number, `4/5`, `007`, `12E5`. */
const likeNumber = /^[+\-( ]*\d[\d .,:/()%\-\u00A0\u202F]*(?:e[+-]?\d+)?$/i;
/** Of months in Norwegian and English, as spreadsheets read them. */
export const months = 'jan|feb|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cs]';
/** What it would take for a date, or for true or false: `3. mai`, `Dec-12`, `SANN`. */
const likeWord = new RegExp(
  `^(?:\\d{1,2}[. /-]*(?:${months})[a-z]*[. /-]*\\d*|(?:${months})[a-z]*[. /-]*\\d{1,4}|u?sann|true|false)$`,
  'i',
);
/** Of these a spreadsheet shows and keeps each digit: short numbers, and IP addresses. */
const plain = /^(?:0|[1-9]\d{0,10}|\d{1,3}(?:\.\d{1,3}){3})$/;
/** The longest text in a formula of a spreadsheet. */
const longestText = 255;

function cell(content: CsvCell): string {
  const text =
    typeof content === 'string' ? guarded(content) : typeof content === 'number' ? `${content}` : content.typed;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function guarded(text: string): string {
  if ((likeNumber.test(text) || likeWord.test(text)) && text.length <= longestText)
    return plain.test(text) ? text : `="${text}"`;
  return formula.test(text) ? `'${text}` : text;
}
