import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, type OpenDatabase, queryRows, secondsAhead } from './database.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const times = sql`select
  '2026-03-29 01:30:00.123456'::timestamp as "timestamp",
  '2026-03-29 01:30:00.123456+00'::timestamptz as "timestamptz",
  '2026-03-29'::date as "date",
  '1 day 02:00'::interval as "interval",
  array['2026-03-29 01:30'::timestamp] as "timestamps",
  array['2026-03-29'::date] as "dates",
  array[1.50::numeric] as "numerics",
  array[1, null] as "integers",
  9007199254740991::bigint as "bigint",
  '{"a": [1]}'::jsonb as "json",
  null::timestamptz as "nothing"`;

/** With the microseconds that a Date would lose. */
const asText = {
  timestamp: '2026-03-29 01:30:00.123456',
  timestamptz: '2026-03-29 01:30:00.123456+00',
  date: '2026-03-29',
  interval: '1 day 02:00:00',
  timestamps: '{"2026-03-29 01:30:00"}',
  dates: '{2026-03-29}',
  numerics: '{1.50}',
  integers: [1, null],
  json: { a: [1] },
  nothing: null,
};

const inLanes: [string, (use: (db: Database) => Promise<void>) => Promise<void>][] = [
  ['a call', (use) => use(opened.db)],
  ['a transaction', (use) => opened.db.transaction(use)],
  ['a savepoint', (use) => opened.db.transaction((tx) => tx.transaction(use))],
  ['processing', (use) => use(opened.processingDb)],
  ['background work', (use) => use(opened.backgroundDb)],
];

test.each(inLanes)(
  'times, and lists of times and of decimal numbers, arrive as the text that the database has, in %s',
  async (_name, within) => {
    await within(async (db) => {
      const [row] = await queryRows<Record<string, unknown>>(db, times);
      expect(row).toMatchObject(asText);
      expect(Number(row?.bigint)).toBe(9007199254740991);
    });
  },
);

test.each([0, 60, -3600])('a clock that is %i s ahead of that of the database is known', async (seconds) => {
  const now = () => Date.now() + seconds * 1000;
  expect(Math.abs((await secondsAhead(opened.db, { now })) - seconds)).toBeLessThanOrEqual(10);
});
