import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { pdfOf } from '#platform/pdf/pdf-of.ts';
import type { PdfHead } from '#platform/pdf/pdf-table.ts';

/** A table in the words of its reader, as they stand on paper. */
export interface Paper<Row> {
  head: PdfHead;
  line(row: Row): readonly string[];
}

/** Answers with a table as a PDF file of this name, which is drawn while it is sent, to be saved or shown by the browser. */
export function pdfFile<Row>(
  reply: FastifyReply,
  { name, isShown }: { name: string; isShown: boolean },
  { head, line }: Paper<Row>,
  pages: AsyncIterable<readonly Row[]>,
): Readable {
  const disposition = isShown ? 'inline' : 'attachment';
  reply.type('application/pdf').header('content-disposition', `${disposition}; filename="${name}.pdf"`);
  const left = new AbortController();
  const file = Readable.from(pdfOf(head, linesOf(line, pages), left.signal), { objectMode: false });
  return file.once('close', () => left.abort());
}

async function* linesOf<Row>(line: Paper<Row>['line'], pages: AsyncIterable<readonly Row[]>) {
  for await (const rows of pages) yield rows.map((row) => line(row));
}
