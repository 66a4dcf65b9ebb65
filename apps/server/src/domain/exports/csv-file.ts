import { Readable } from 'node:stream';
import { type CsvCell, csvHead, csvLine } from '@varde/contract/csv';
import type { FastifyReply } from 'fastify';

/** A table in the words of its reader, with figures that a spreadsheet counts with. */
export interface Table<Row> {
  header: readonly string[];
  line(row: Row): readonly CsvCell[];
}

/** Answers with a table as a CSV file of this name, which is written while it is sent. */
export function csvFile<Row>(
  reply: FastifyReply,
  name: string,
  table: Table<Row>,
  pages: AsyncIterable<readonly Row[]>,
): Readable {
  reply.type('text/csv; charset=utf-16le').header('content-disposition', `attachment; filename="${name}.csv"`);
  return Readable.from(csvOf(table, pages), { objectMode: false });
}

/** UTF-16, because Excel ignores the UTF-8 byte order mark when a line names the separator. */
async function* csvOf<Row>({ header, line }: Table<Row>, pages: AsyncIterable<readonly Row[]>) {
  yield Buffer.from(`\uFEFF${csvHead}${csvLine(header)}`, 'utf16le');
  for await (const rows of pages) yield Buffer.from(rows.map((row) => csvLine(line(row))).join(''), 'utf16le');
}
