import PDFDocument from 'pdfkit';

type Draw = () => void;

/** What the types of the library lack. */
interface CellOptions extends PDFKit.Mixins.StructureElementOptions {
  scope?: 'Column';
}

/**
 * A PDF document that a screen reader reads (PDF/UA): what is drawn belongs to a heading, a paragraph or a cell of a
 * table, or is decoration. What is finished leaves the memory.
 */
export class TaggedDocument extends PDFDocument {
  /** Null: not tagged. */
  readonly #root: PDFKit.PDFStructureElement | null;
  #table: PDFKit.PDFStructureElement | null = null;

  constructor({ isTagged, ...options }: PDFKit.PDFDocumentOptions & { isTagged: boolean }) {
    super({ ...options, pdfVersion: '1.7', tagged: isTagged, displayTitle: true });
    this.#root = isTagged ? this.struct('Document') : null;
    if (this.#root) this.addStructure(this.#root);
  }

  part(type: 'H1' | 'P', draw: Draw): void {
    if (this.#root) this.#root.add(this.struct(type, {}, draw));
    else draw();
  }

  /** What is not read aloud: lines, and what stands on each sheet. */
  artifact(draw: Draw): void {
    if (this.#root) this.markContent('Artifact', { type: 'Layout' });
    draw();
    if (this.#root) this.endMarkedContent();
  }

  beginTable(): void {
    if (this.#root === null) return;
    this.#table = this.struct('Table');
    this.#root.add(this.#table);
  }

  /** A row of the table, of cells that are heads of their columns, or of others. */
  row(type: 'TH' | 'TD', cells: readonly Draw[]): void {
    if (this.#table === null) {
      for (const draw of cells) draw();
      return;
    }
    const options: CellOptions = type === 'TH' ? { scope: 'Column' } : {};
    const row = this.struct('TR');
    this.#table.add(row);
    for (const draw of cells) row.add(this.struct(type, options, draw));
    row.end();
  }

  endTable(): void {
    this.#table?.end();
  }

  /** The library puts the title into XML as it is, after it has put it into the document's other description. */
  override endMetadata(): void {
    this.info.Title = xmlText(this.info.Title ?? '');
    if (this.#root) this.appendXML(conformance);
    super.endMetadata();
  }
}

const conformance =
  '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xmlText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ').replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '');
