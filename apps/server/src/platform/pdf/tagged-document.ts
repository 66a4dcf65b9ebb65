import PDFDocument from 'pdfkit';

type Draw = () => void;

/** What the types of the library lack. */
interface CellOptions extends PDFKit.Mixins.StructureElementOptions {
  scope?: 'Column';
}
interface PageWithTags {
  structParentTreeKey: number;
}
interface Tags {
  /** By page: the elements of its texts, or a reference to them. */
  getStructParentTree(): { get(page: number): unknown[]; add(page: number, elements: PDFKit.PDFKitReference): void };
}

/**
 * A PDF document that a screen reader reads (PDF/UA): what is drawn belongs to a heading, a paragraph or a cell of a
 * table, or is decoration. What is finished leaves the memory.
 */
export class TaggedDocument extends PDFDocument {
  readonly #root: PDFKit.PDFStructureElement;
  #table: PDFKit.PDFStructureElement | null = null;

  constructor(options: PDFKit.PDFDocumentOptions) {
    super({ ...options, pdfVersion: '1.7', tagged: true, displayTitle: true });
    this.#root = this.struct('Document');
    this.addStructure(this.#root);
  }

  part(type: 'H1' | 'P', draw: Draw): void {
    this.#root.add(this.struct(type, {}, draw));
  }

  /** What is not read aloud: lines, and what stands on each sheet. */
  artifact(draw: Draw): void {
    this.markContent('Artifact', { type: 'Layout' });
    draw();
    this.endMarkedContent();
  }

  beginTable(): void {
    this.#table = this.struct('Table');
    this.#root.add(this.#table);
  }

  /** A row of the table, of cells that are heads of their columns, or of others. */
  row(type: 'TH' | 'TD', cells: readonly Draw[]): void {
    const options: CellOptions = type === 'TH' ? { scope: 'Column' } : {};
    const row = this.struct('TR');
    this.#table?.add(row);
    for (const draw of cells) row.add(this.struct(type, options, draw));
    row.end();
  }

  /** The last of its page that is read aloud. */
  endTable(): void {
    this.#table?.end();
    this.#writeTagsOfPage();
  }

  /** The library would keep the elements of all pages until the end: a gigabyte for a long table. */
  #writeTagsOfPage(): void {
    const page = this.page as PDFKit.PDFPage & PageWithTags;
    const tree = (this as unknown as Tags).getStructParentTree();
    const elements = tree.get(page.structParentTreeKey);
    const written = this.ref(elements);
    written.end('');
    tree.add(page.structParentTreeKey, written);
    elements.length = 0;
  }

  /** The library puts the title into XML as it is, after it has put it into the document's other description. */
  override endMetadata(): void {
    this.info.Title = xmlText(this.info.Title ?? '');
    this.appendXML(conformance);
    super.endMetadata();
  }
}

const conformance =
  '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xmlText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ').replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '');
