import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transactions } from '#domain/transactions/tables.ts';
import { insertRows } from './column-arrays.ts';
import type { OpenDatabase } from './database.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const text = fc.oneof(
  fc.constantFrom('', 'NULL', 'null', '{}', '{a,b}', '"', '\\', '\\x00', "'", ' , ', '\n', 'ø 💡'),
  fc.string({ unit: 'grapheme' }).map((any) => any.replaceAll('\0', '')),
);
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const row = fc.record(
  {
    word: nullable(text),
    raw: nullable(fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes))),
    subtypes: nullable(fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 3 })),
    posLati: nullable(fc.double({ noNaN: true, noDefaultInfinity: true }).map((any) => any + 0)),
    deviceTime: nullable(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
    historical: fc.boolean(),
    detail: nullable(fc.record({ place: text, events: fc.array(text, { maxLength: 2 }) }, { noNullPrototype: true })),
  },
  { noNullPrototype: true },
);

test('rows with any values are stored unchanged and in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (given) => {
      await clearTables(opened.db);
      const constant = { recTs: new Date(1000), deviId: 1, dehaId: 1, custId: 1, metyId: 1, tranSource: 1 };
      const rows = given.map((values, index) => ({ ...constant, ...values, tranId: index }));
      await insertRows(opened.db, transactions, rows);
      const found = await opened.db.select().from(transactions).orderBy(transactions.tranId);
      const asGiven = ({ word, raw, subtypes, posLati, deviceTime, historical, detail }: (typeof found)[0]) => ({
        ...{ word, subtypes, posLati, deviceTime, historical, detail },
        raw: raw && Buffer.from(raw),
      });
      expect(found.map(asGiven)).toEqual(given);
    }),
    { numRuns: 60 },
  );
});

test('a value that a column cannot hold does not keep its row from being stored', async () => {
  await clearTables(opened.db);
  const row = { recTs: new Date(1000), deviId: 1, dehaId: 1, custId: 1, metyId: 1, tranSource: 1 };
  await insertRows(opened.db, transactions, [
    { ...row, tranId: 1, word: 'a\0b', posLati: Number.NaN, deviceTime: new Date(Number.NaN) },
    { ...row, tranId: 2, word: '\0', posLati: Number.POSITIVE_INFINITY, deviceTime: new Date(2000) },
    { ...row, tranId: 3, word: 'c', posLati: 1.5 },
  ]);
  const found = await opened.db.select().from(transactions).orderBy(transactions.tranId);
  expect(found.map(({ word, posLati, deviceTime }) => [word, posLati, deviceTime])).toEqual([
    ['a\ufffdb', null, null],
    ['\ufffd', null, new Date(2000)],
    ['c', 1.5, null],
  ]);
});

test('without rows no statement runs', async () => {
  await expect(insertRows(opened.db, transactions, [])).resolves.toBeUndefined();
});
