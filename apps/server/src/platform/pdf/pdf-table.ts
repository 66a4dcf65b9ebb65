import { fileURLToPath } from 'node:url';
import { fitText } from './fit-text.ts';
import { TaggedDocument } from './tagged-document.ts';

/** What a table begins with. It is sent to the worker thread. */
export interface PdfHead {
  title: string;
  /** Below the title. */
  subtitle: string;
  /** Right of the title: the time, as its reader reads it. */
  time: string;
  /** Unix milliseconds. */
  at: number;
  /** BCP 47. */
  language: string;
  /** The shares of the columns add up to the width of the sheet. */
  columns: readonly { label: string; share: number }[];
  /** Words of the line below each sheet. */
  words: { page: string; sheet: string; row: string; last: string };
}

/** Specification 1, section 9 "Table export". */
const rowsPerPage = 250;
/** A page of 250 legible rows is larger than paper: it is ten sheets of A4 (decision 0018). */
const rowsPerSheet = 25;

const margin = 36;
const [width, height] = [841.89, 595.28]; // A4, landscape
const contentWidth = width - 2 * margin;
const tableTop = 76;
const rowHeight = 18;
const headerHeight = 17;
const cellPadding = 3;
const textSize = 7.5;
const lineHeight = 8.5;
const linesInCell = 2;
/** Fitted texts that are kept: names of customers, types and statuses return on each row. */
const keptTexts = 2000;

const fonts = {
  text: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
};

/** A table as PDF. A full sheet leaves the memory with the next `add`. */
export class PdfTable {
  readonly #head: PdfHead;
  readonly #doc: TaggedDocument;
  readonly #columns: readonly { label: string; left: number; width: number }[];
  readonly #fitted = new Map<string, readonly string[]>();
  #rows = 0;

  constructor(head: PdfHead) {
    this.#head = head;
    const { title, language, at, columns } = head;
    this.#doc = new TaggedDocument({
      ...{ autoFirstPage: false, size: 'A4', layout: 'landscape', margin: 0, lang: language },
      fontLayoutCache: false, // it keeps every word of the table
      info: { Title: title, Creator: 'Varde', Producer: 'Varde', CreationDate: new Date(at) },
    });
    this.#doc.registerFont('text', fonts.text);
    this.#doc.registerFont('bold', fonts.bold);
    const unit = contentWidth / columns.reduce((sum, { share }) => sum + share, 0);
    let left = margin;
    this.#columns = columns.map(({ label, share }) => {
      const column = { label, left, width: share * unit };
      left += column.width;
      return column;
    });
    this.#beginSheet();
  }

  /** Adds rows, and returns the bytes of the sheets that became full. */
  add(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
    for (const row of rows) this.#addRow(row);
    return this.#written();
  }

  /** The rest of the file. */
  end(): Uint8Array<ArrayBuffer> {
    this.#endSheet(` · ${this.#head.words.last}`);
    this.#doc.end();
    return this.#written();
  }

  #written(): Uint8Array<ArrayBuffer> {
    const bytes = this.#doc.read();
    // A copy of its own, which can be transferred to another thread.
    return new Uint8Array(bytes instanceof Buffer ? bytes : []);
  }

  #addRow(row: readonly string[]): void {
    const inPage = this.#rows % rowsPerPage;
    if (this.#rows > 0 && inPage % rowsPerSheet === 0) {
      this.#endSheet('');
      this.#beginSheet();
    }
    if (inPage === 0) this.#doc.outline.addItem(`${this.#head.words.page} ${this.#page(this.#rows)}`);
    const top = tableTop + headerHeight + (inPage % rowsPerSheet) * rowHeight;
    this.#doc.font('text').fontSize(textSize).fillColor('#1a1a1a');
    this.#doc.row(
      'TD',
      this.#columns.map(({ left, width: columnWidth }, at) => () => {
        const lines = this.#fit(row[at] ?? '', columnWidth - 2 * cellPadding);
        const first = top + (rowHeight - lines.length * lineHeight) / 2;
        for (const [n, line] of lines.entries()) this.#write(line, left + cellPadding, first + n * lineHeight);
      }),
    );
    const bottom = top + rowHeight;
    this.#doc.artifact(() => {
      this.#doc
        .moveTo(margin, bottom)
        .lineTo(width - margin, bottom)
        .lineWidth(0.4)
        .stroke('#c8c8c8');
    });
    this.#rows++;
  }

  #beginSheet(): void {
    const doc = this.#doc;
    doc.addPage();
    this.#drawTitle();
    doc.artifact(() => doc.rect(margin, tableTop, contentWidth, headerHeight).fill('#e9edf2'));
    doc.font('bold').fontSize(textSize).fillColor('#000000');
    const measure = (text: string) => doc.widthOfString(text);
    doc.beginTable();
    doc.row(
      'TH',
      this.#columns.map(({ label, left, width: columnWidth }) => () => {
        const [line = ''] = fitText(label, columnWidth - 2 * cellPadding, 1, measure);
        this.#write(line, left + cellPadding, tableTop + 4.5);
      }),
    );
  }

  /** It is read aloud once, though it stands on each sheet. */
  #drawTitle(): void {
    const { title, subtitle, time } = this.#head;
    const doc = this.#doc;
    const part = (type: 'H1' | 'P', draw: () => void) => (this.#rows === 0 ? doc.part(type, draw) : doc.artifact(draw));
    doc.font('bold').fontSize(14).fillColor('#000000');
    part('H1', () => this.#write(title, margin, 30));
    doc.font('text').fontSize(8).fillColor('#444444');
    part('P', () => this.#write(time, width - margin - doc.widthOfString(time), 35));
    part('P', () => this.#write(subtitle, margin, 52));
  }

  /** `Side 2 · Ark 1 · Rad 251–275`: a total would be known only after the first sheets have been sent. */
  #endSheet(last: string): void {
    const { words } = this.#head;
    const end = this.#rows;
    const begin = end === 0 ? 0 : end - ((end - 1) % rowsPerSheet);
    const sheet = Math.floor((Math.max(begin - 1, 0) % rowsPerPage) / rowsPerSheet) + 1;
    const rows = end === 0 ? '' : ` · ${words.row} ${begin}–${end}`;
    const line = `${words.page} ${this.#page(begin - 1)} · ${words.sheet} ${sheet}${rows}${last}`;
    this.#doc.font('text').fontSize(8).fillColor('#444444');
    this.#doc.endTable();
    this.#doc.artifact(() => this.#write(line, width - margin - this.#doc.widthOfString(line), height - 36));
  }

  /** The page of the row that is this many rows below the first. */
  #page(row: number): number {
    return Math.floor(Math.max(row, 0) / rowsPerPage) + 1;
  }

  #write(text: string, left: number, top: number): void {
    if (text !== '') this.#doc.text(text, left, top, { lineBreak: false });
  }

  #fit(text: string, columnWidth: number): readonly string[] {
    const key = `${columnWidth} ${text.slice(0, 2000)}`;
    const kept = this.#fitted.get(key);
    if (kept) return kept;
    const lines = fitText(text, columnWidth, linesInCell, (part) => this.#doc.widthOfString(part));
    if (this.#fitted.size >= keptTexts) this.#fitted.clear();
    this.#fitted.set(key, lines);
    return lines;
  }
}
