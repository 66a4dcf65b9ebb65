import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from '../database/database.ts';
import { clockToleranceMs, isDue, pauseAfter } from './back-off.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const now = Date.UTC(2026, 0, 15, 12);
const backOff = { firstPauseMs: 30_000, longestPauseMs: 1_800_000, leaseMs: 120_000 };

test('a pause is twice as long after each try, up to the longest', () => {
  const pauses = [1, 2, 3, 6, 7, 8, 1000].map((tries) => pauseAfter(tries, backOff) / 1000);
  expect(pauses).toEqual([30, 60, 120, 960, 1800, 1800, 1800]);
});

test.each<[string, number | null, number, boolean]>([
  ['without a time', null, 0, true],
  ['when its time has come', 0, 1, true],
  ['a moment before', 1, 1, false],
  ['on its way, until the lease ends', 120_000, 1, false],
  ['after a clock that was set back a little, until the lease ends', 120_000 + clockToleranceMs, 1, false],
  ['after a clock that was set back behind the lease', 120_001 + clockToleranceMs, 1, true],
  ['in the pause after the fifth try', 480_000, 5, false],
  ['after a clock that was set back behind that pause', 480_001 + clockToleranceMs, 5, true],
  ['in the longest pause', 1_800_000, 32_000, false],
  ['after a clock that was set back behind the longest pause', 1_800_001 + clockToleranceMs, 32_000, true],
])('a message %s', async (_when, waitMs, tries, due) => {
  const nextTryAt = waitMs === null ? null : new Date(now + waitMs).toISOString();
  const row = { nextTryAt: sql`${nextTryAt}::timestamptz`, tries: sql`${tries}::smallint` };
  const [asked] = await queryRows<{ due: boolean }>(opened.db, sql`select ${isDue(row, now, backOff)} as due`);
  expect(asked?.due).toBe(due);
});
