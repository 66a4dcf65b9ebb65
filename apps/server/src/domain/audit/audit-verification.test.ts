import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#platform/database/database.ts';
import { type AuditEntry, noActor, recordAudit } from './audit.ts';
import { verifyAuditChain } from './audit-verification.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const day = 86_400_000;
const write = (custId: number | null, over: Partial<AuditEntry> = {}) =>
  recordAudit(database.db, { action: 'alarm.claimed', at: new Date(day), by: noActor, custId, ...over });

/** Simulates an attacker with all rights of the database, who disables its triggers. */
const tamper = (...statements: SQL[]) =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });

beforeEach(async () => {
  await clearTables(database.db);
  for (const custId of [1, 2, null, 1]) await write(custId);
});

test('an unchanged log is intact, and an empty one too', async () => {
  expect(await verifyAuditChain(database.db)).toMatchObject({
    intact: true,
    entries: 4,
    removed: 0,
    head: { seq: 4 },
  });
  await clearTables(database.db);
  expect(await verifyAuditChain(database.db)).toEqual({
    intact: true,
    fault: null,
    entries: 0,
    removed: 0,
    head: null,
  });
});

test.each<[string, { seq: number | null; reason: string }, SQL[]]>([
  [
    'changed',
    { seq: 2, reason: 'content' },
    [sql`update audit_entries set content = replace(content, 'alarm.claimed', 'alarm.reset') where audit_id = 2`],
  ],
  ['deleted', { seq: 3, reason: 'missing' }, [sql`delete from audit_entries where audit_id = 3`]],
  [
    'deleted with its link',
    { seq: 4, reason: 'chain' },
    [sql`delete from audit_entries where audit_id = 3`, sql`delete from audit_chain where seq = 3`],
  ],
  [
    'written anew with a fitting hash',
    { seq: 2, reason: 'chain' },
    [
      sql`update audit_entries set content = replace(content, 'alarm.claimed', 'alarm.reset') where audit_id = 2`,
      sql`update audit_chain set content_hash = (select encode(sha256(convert_to(salt || content, 'UTF8')), 'hex')
        from audit_entries where audit_id = 2) where seq = 2`,
    ],
  ],
  [
    'said to be of another customer',
    { seq: 1, reason: 'chain' },
    [sql`update audit_chain set cust_id = 2 where seq = 1`],
  ],
  [
    'put in beside the chain',
    { seq: null, reason: 'unlinked' },
    [sql`insert into audit_entries (salt, content) select salt, content from audit_entries where audit_id = 1`],
  ],
  ['cut off at the end', { seq: 4, reason: 'cut' }, [sql`delete from audit_chain where seq = 4`]],
  [
    'cut off at the end with its link',
    { seq: 4, reason: 'cut' },
    [sql`delete from audit_entries where audit_id = 4`, sql`delete from audit_chain where seq = 4`],
  ],
  [
    'cut off with everything else',
    { seq: 4, reason: 'cut' },
    [sql`delete from audit_entries`, sql`delete from audit_chain`],
  ],
  ['cut off from its head', { seq: null, reason: 'cut' }, [sql`delete from audit_head`]],
  [
    'added behind the head',
    { seq: 3, reason: 'cut' },
    [sql`update audit_head set seq = 3, hash = (select hash from audit_chain where seq = 3)`],
  ],
])('an entry that was %s is found', async (_, fault, statements) => {
  await tamper(...statements);
  expect(await verifyAuditChain(database.db)).toMatchObject({ intact: false, fault });
});

test('entries that were cut off the end are detected, also after a new entry', async () => {
  await tamper(sql`delete from audit_entries where audit_id >= 3`, sql`delete from audit_chain where seq >= 3`);
  await write(1);
  expect(await verifyAuditChain(database.db)).toMatchObject({
    intact: false,
    fault: { seq: 5, reason: 'chain' },
  });
});

test.each([
  ['says of a time that is not over', { before: 390 * day, days: 30 }],
  ['names fewer days than there may be', { before: 380 * day, days: 10 }],
  ['names no days', { before: 2 * day }],
])('entries that were deleted because a removal %s are found', async (_, after) => {
  await write(1, { action: 'audit.removed', at: new Date(400 * day), after });
  await tamper(sql`delete from audit_entries where audit_id = 1`);
  expect(await verifyAuditChain(database.db)).toMatchObject({ fault: { seq: 1, reason: 'missing' } });
});

test('a look that was deleted by an erasure is found; an entry of a change about the erased person may be deleted', async () => {
  const erased = (action: string) =>
    write(1, { action: 'audit.erased', after: { entries: [{ auditId: 1, action, userId: 7 }] } });
  await erased('device.read');
  await tamper(sql`delete from audit_entries where audit_id = 1`);
  expect(await verifyAuditChain(database.db)).toMatchObject({ fault: { seq: 1, reason: 'missing' } });
  await erased('user.changed');
  expect(await verifyAuditChain(database.db)).toMatchObject({ intact: true });
});

test('entries at the end of their retention leave the chain intact; entries of other customers may not be deleted with them', async () => {
  const before = 2 * day;
  await write(1, { action: 'audit.removed', at: new Date(400 * day), after: { before, days: 30 } });
  const gone = sql`cust_id = 1 and action <> 'audit.removed'`;
  await database.db.execute(sql`delete from audit_entries where ${gone}`);
  expect(await verifyAuditChain(database.db)).toMatchObject({ intact: true, entries: 3, removed: 2 });
  await tamper(sql`delete from audit_entries where cust_id = 2`);
  expect(await verifyAuditChain(database.db)).toMatchObject({ fault: { seq: 2, reason: 'missing' } });
});

test('a chain that is longer than a batch is verified to its end', async () => {
  await database.db.execute(sql`insert into audit_entries (salt, content)
    select 'x', content from audit_entries, generate_series(1, 1200)`);
  expect(await verifyAuditChain(database.db)).toMatchObject({ intact: true, entries: 4804 });
});
