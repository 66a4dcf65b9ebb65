import { months, unguarded } from '@varde/contract/csv';
import Papa from 'papaparse';
import type { Cell } from './cell.ts';

const separators = [';', ',', '\t'];

/** The rows of a text by each separator that it may have: only its headings tell which it is. */
export function readCsv(text: string, lettersSure: boolean): Cell[][][] {
  // Excel treats this line as an instruction and shows the next one as the first row.
  const [line = '', named] = /^sep=(.)(?:\r\n?|\n)/i.exec(text) ?? [];
  const body = text.slice(line.length);
  return (named === undefined ? separators : [named]).map((delimiter) =>
    Papa.parse<string[]>(body, { delimiter }).data.map((row) =>
      row.map((raw) => withLetters(cellOf(raw), lettersSure)),
    ),
  );
}

const withLetters = (cell: Cell, areSure: boolean): Cell =>
  areSure || /^\p{ASCII}*$/u.test(cell.text) ? cell : { ...cell, lettersUnsure: true };

/** `01.des`, `12-Jan`, `1. des 2026`, `des.26`, `01.12.2026`, `12/1/26`, `2026-12-01`. */
const dateText = new RegExp(
  `^(?:\\d{1,2}[.\\-/ ]+(?:${months})[a-z]*\\.?(?:[.\\-/ ]*\\d{2,4})?|(?:${months})[a-z]*[.\\-/ ]+\\d{2,4}` +
    `|[0-3]?\\d([./-])[0-3]?\\d\\1(?:\\d{2}|\\d{4})|\\d{4}-[01]\\d-[0-3]\\d)$`,
  'i',
);
/** `8,61235E+14` */
const cutNumber = /^\d([.,]\d+)?E\+\d+$/i;
/** `#NAVN?`, `#N/A`, `#####` */
const errorText = /^#(?:#+|N\/A|I\/T|[\p{Lu}\d/]+[!?])$/u;

function cellOf(raw: string): Cell {
  // What a spreadsheet shows as these signs, whatever they look like.
  const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(raw.trim()) ?? [];
  if (quoted !== undefined) return textCell(quoted.replaceAll('""', '"'));
  const text = raw.trim();
  if (text.startsWith('=') || errorText.test(text)) return { ...textCell(raw), origin: 'notAValue' };
  if (cutNumber.test(text)) return { ...textCell(raw), origin: 'cut' };
  if (dateText.test(text)) return { ...textCell(raw), origin: 'dateText' };
  return textCell(unguarded(raw));
}

const textCell = (text: string): Cell => ({ text, shown: text, origin: 'text' });
