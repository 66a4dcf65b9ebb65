import { Readable } from 'node:stream';
import type { Database } from '#platform/database/database.ts';
import { withReach } from '#platform/database/reach.ts';
import { type ExportPart, pagesOf } from './export-part.ts';

export interface ExportHead {
  /** Changes with the shape of the document. */
  format: string;
  exportedAt: string;
  [about: string]: unknown;
}

/**
 * One JSON document, read from the database while it is sent, so that years of positions need no memory. The caller was
 * authorised before: the rows concern one person, even where another customer owned the device when a late message
 * arrived. A document without `complete` at its end was truncated.
 */
export const exportDocument = (db: Database, head: ExportHead, parts: readonly ExportPart[]): Readable =>
  Readable.from(textOf(db, head, parts));

async function* textOf(db: Database, head: ExportHead, parts: readonly ExportPart[]) {
  yield `${JSON.stringify(head).slice(0, -1)},\n"tables":{`;
  for (const [index, part] of parts.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(part.table)}:[`;
    const pages = pagesOf(db, part);
    let separator = '\n';
    for (let page = await readNext(pages); page !== null; page = await readNext(pages)) {
      yield separator + page.join(',\n');
      separator = ',\n';
    }
    yield ']';
  }
  yield '},\n"complete":true}\n';
}

const readNext = (pages: AsyncGenerator<string[]>): Promise<string[] | null> =>
  withReach('all', async () => {
    const { value, done } = await pages.next();
    return done === true ? null : value;
  });
