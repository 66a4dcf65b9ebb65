import { nameOrder, searchWords } from '@varde/catalogue/name-order';
import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const readByDatabase = (texts: readonly string[]) =>
  queryRows<{ words: string; order: string }>(
    database.db,
    sql`select search_words(text) as words, name_order(text) as order
      from unnest(${sql.param([...texts])}::text[]) with ordinality as given (text, number) order by number`,
  );
const readHere = (texts: readonly string[]) =>
  texts.map((text) => ({ words: searchWords(text), order: nameOrder(text) }));

/** Latin, Greek, Cyrillic, Armenian and Georgian with their marks, and the signs of word processors. */
const blocks = [
  [0x20, 0x7e],
  [0xa0, 0x58a],
  [0x10a0, 0x10ff],
  [0x1c90, 0x1cbf],
  [0x1d00, 0x20cf],
  [0x2c60, 0x2c7f],
  [0x2d00, 0x2d2d],
  [0xfb00, 0xfb06],
] as const;
const characters = blocks.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)).filter((each) =>
    /\P{Cn}/u.test(each),
  ),
);

test('the database and the browser find and order every letter of the scripts of Europe alike', async () => {
  expect(await readByDatabase(characters)).toEqual(readHere(characters));
});

test('and every text of them', async () => {
  const unit = fc.oneof(
    fc.constantFrom(...characters),
    fc.constantFrom(...'aAåÅæÆøØäÄöÖüÜ', '\u0308', '\u030a', '\u0328', '\u030b', ...' 00123459'),
  );
  const texts = fc.sample(fc.string({ unit, maxLength: 12 }), 3000);
  expect(await readByDatabase(texts)).toEqual(readHere(texts));
});
