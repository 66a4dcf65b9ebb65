import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { type Look, recordLook, recordLooks } from './audit-looks.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => clearTables(database.db));

const noon = Date.UTC(2026, 2, 1, 12);
const by = { userId: 7, address: '192.0.2.1', context: 'PROFFWEB' as const };
const look = (over: Partial<Look> = {}, ms = 0): Look => ({
  action: 'positions.read',
  at: new Date(noon + ms),
  by,
  custId: 1,
  deviId: 9,
  subject: { kind: 'alarm', id: 5 },
  after: { filter: { kind: 'looks' } },
  ...over,
});
const count = async () => (await queryRows(database.db, sql`select from audit_entries`)).length;

const differences: [string, Partial<Look>][] = [
  ['another person', { by: { ...by, userId: 8 } }],
  ['another address', { by: { ...by, address: '192.0.2.2' } }],
  ['no known address', { by: { ...by, address: null } }],
  ['another context', { by: { ...by, context: 'AHP' } }],
  ['something else that was done', { action: 'transactions.read' }],
  ['another customer', { custId: 2 }],
  ['no customer', { custId: null }],
  ['another device', { deviId: 10 }],
  ['another kind of subject', { subject: { kind: 'user', id: 5 } }],
  ['another subject', { subject: { kind: 'alarm', id: 6 } }],
  ['other details', { after: { filter: { kind: 'changes' } } }],
];

test.each(differences)('a look that differs by %s has its own entry, once', async (_, over) => {
  const { db } = database;
  for (const one of [look(), look(over), look(), look(over)]) await recordLook(db, one);
  expect(await count()).toBe(2);
});

test.each(differences)('of looks that are written together, one that differs by %s is kept', async (_, over) => {
  const { db } = database;
  await recordLooks(db, [look(), look(over), look()]);
  expect(await count()).toBe(2);
  await recordLooks(db, [look(over), look()]);
  expect(await count()).toBe(2);
});

test('looks within an hour of an entry share it, and do not prolong that hour', async () => {
  const { db } = database;
  const hour = 3_600_000;
  for (const ms of [0, 1, hour / 2, hour - 1]) await recordLook(db, look({}, ms));
  expect(await count()).toBe(1);
  for (const ms of [hour, hour + 1, 2 * hour - 1]) await recordLook(db, look({}, ms));
  expect(await count()).toBe(2);
});

test('an entry from before the clock was set back suppresses looks for an hour at most', async () => {
  const { db } = database;
  await recordLook(db, look({}, 86_400_000));
  await recordLook(db, look());
  expect(await count()).toBe(2);
});

test('several simultaneous looks have an entry each, except those already recorded', async () => {
  const { db } = database;
  await recordLook(db, look({ deviId: 1 }));
  await recordLooks(
    db,
    [1, 2, 3, 3].map((deviId) => look({ deviId })),
  );
  await recordLooks(db, []);
  const rows = await queryRows<{ id: number }>(db, sql`select devi_id as id from audit_entries order by devi_id`);
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
});
