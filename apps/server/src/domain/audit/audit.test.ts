import { createCustomer } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { type AuditEntry, recordAudit } from './audit.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const by = { userId: 7, address: '192.0.2.1', context: 'PROFFWEB' as const };
const at = new Date(Date.UTC(2026, 2, 1, 12));
const entry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'alarm.reset',
  at,
  by,
  custId: 1,
  subject: { kind: 'alarm', id: 5 },
  deviId: 9,
  ...over,
});
const chain = () => queryRows<{ seq: number; hash: string }>(database.db, sql`select * from audit_chain order by seq`);

test('an entry has who, when, from where and what, and is linked to the one before', async () => {
  const { db } = database;
  await recordAudit(db, entry({ before: { state: 'open' }, after: { state: 'reset' } }));
  await recordAudit(db, entry());
  const [row] = await queryRows<Record<string, unknown>>(db, sql`select * from audit_entries order by audit_id`);
  expect(row).toMatchObject({ action: 'alarm.reset', user_id: 7, cust_id: 1, devi_id: 9 });
  expect(JSON.parse(String(row?.content))).toMatchObject({
    at: at.getTime(),
    address: '192.0.2.1',
    context: 'PROFFWEB',
    subject: 'alarm',
    subjectId: 5,
    before: { state: 'open' },
    after: { state: 'reset' },
  });
  expect((await chain()).map(({ seq }) => Number(seq))).toEqual([1, 2]);
});

test('an action that is rolled back has no entry', async () => {
  const before = await chain();
  await expect(
    database.db.transaction(async (tx) => {
      await recordAudit(tx, entry());
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await chain()).toEqual(before);
});

test('no role changes, deletes or truncates the log', async () => {
  for (const statement of [
    sql`update audit_entries set content = '{}'`,
    sql`delete from audit_entries`,
    sql`truncate audit_entries cascade`,
    sql`update audit_chain set hash = ''`,
    sql`delete from audit_chain`,
    sql`truncate audit_chain`,
    sql`insert into audit_chain select seq + 100, audit_id + 100, at, cust_id, content_hash, hash from audit_chain`,
    sql`update audit_head set seq = 1`,
    sql`delete from audit_head`,
    sql`truncate audit_head`,
  ]) {
    const error = await database.db.execute(statement).then(
      () => null,
      (reason: Error) => reason,
    );
    expect(String(error?.cause)).toContain('append-only');
  }
});

const day = 86_400_000;
const home = 2;
/** An entry of the home with this age, and an entry that records the removal of those before `before`. */
async function oldEntry(ageDays: number, custId = home): Promise<number> {
  const made = await queryRows<{ id: string }>(
    database.db,
    sql`select nextval(pg_get_serial_sequence('audit_entries', 'audit_id')) + 1 as id`,
  );
  await recordAudit(database.db, entry({ custId, at: new Date(Date.now() - ageDays * day) }));
  return Number(made[0]?.id);
}
const say = (over: { before: number; days?: unknown; at?: number; custId?: number }) =>
  recordAudit(database.db, {
    action: 'audit.removed',
    at: new Date(over.at ?? Date.now()),
    by,
    custId: over.custId ?? home,
    after: { before: over.before, days: 'days' in over ? over.days : 30 },
  });
const remove = (auditId: number) =>
  database.db.execute(sql`delete from audit_entries where audit_id = ${auditId}`).then(
    () => 'gone',
    (error: Error) => (String(error.cause).includes('append-only') ? 'refused' : String(error.cause)),
  );

describe('an entry at the end of its retention', () => {
  beforeEach(async () => {
    await clearTables(database.db);
    const city = await createCustomer(database.db);
    expect(await createCustomer(database.db, { kind: 'home', parentId: city })).toBe(home);
  });

  test('is removed when an entry of its customer states the time, and not when a moment younger', async () => {
    const before = Date.now() - 40 * day;
    const older = await oldEntry(41);
    const younger = await oldEntry(39);
    const others = await oldEntry(41, 1);
    expect(await remove(older)).toBe('refused');
    await say({ before });
    expect([await remove(others), await remove(younger), await remove(older)]).toEqual(['refused', 'refused', 'gone']);
  });

  test.each<[string, (now: number) => Parameters<typeof say>[0]]>([
    ['reaches into the retention that it names', (now) => ({ before: now - 50 * day, days: 51 })],
    ['names less than the fewest days there are', (now) => ({ before: now - 29 * day, days: 29 })],
    ['names no days', (now) => ({ before: now - 50 * day, days: null })],
    ['comes from the future', (now) => ({ before: now + 300 * day, days: 30, at: now + 365 * day, custId: 1 })],
  ])('stays when its removal entry %s', async (_, said) => {
    const auditId = await oldEntry(60);
    await say(said(Date.now()));
    expect(await remove(auditId)).toBe('refused');
  });

  test('stays when it is younger than any retention by the clock of the database, whatever the removal entry states', async () => {
    const young = await oldEntry(29);
    const old = await oldEntry(31);
    const now = Date.now();
    await say({ before: now + 300 * day, at: now + 365 * day });
    expect([await remove(young), await remove(old)]).toEqual(['refused', 'gone']);
  });

  test('is kept for the retention of the nearest customer, whatever the removal entry or a farther customer states', async () => {
    const auditId = await oldEntry(60);
    await database.db.execute(sql`update customers set audit_days = 30 where cust_id = 1`);
    await database.db.execute(sql`update customers set audit_days = 90 where cust_id = 2`);
    await say({ before: Date.now() - 50 * day, days: 30 });
    expect(await remove(auditId)).toBe('refused');
    await database.db.execute(sql`update customers set audit_days = 400 where cust_id = 1`);
    await database.db.execute(sql`update customers set audit_days = 30 where cust_id = 2`);
    expect(await remove(auditId)).toBe('gone');
  });
});

describe('an entry about an erased person', () => {
  beforeEach(() => clearTables(database.db));
  const write = async (over: Partial<AuditEntry>): Promise<void> =>
    recordAudit(database.db, entry({ subject: { kind: 'user', id: 7 }, ...over }));
  const name = (ids: number[], subject: AuditEntry['subject'] = { kind: 'user', id: 7 }) =>
    recordAudit(database.db, {
      action: 'audit.erased',
      at: new Date(),
      by,
      custId: 1,
      ...(subject === undefined ? {} : { subject }),
      after: { entries: ids.map((auditId) => ({ auditId, action: 'user.changed', userId: 7 })) },
    });

  test('is deleted when an erasure of that person names it, and nothing else with it', async () => {
    await write({ action: 'user.changed' });
    await write({ action: 'user.changed', subject: { kind: 'user', id: 8 } });
    await write({ action: 'personalData.read' });
    await write({ action: 'audit.retention' });
    await write({ action: 'user.changed' });
    await write({ action: 'user.changed', custId: 2 });
    await name([1, 2, 3, 4, 6]);
    const outcomes = [];
    for (const auditId of [1, 2, 3, 4, 5, 6, 7]) outcomes.push(await remove(auditId));
    expect(outcomes).toEqual(['gone', ...Array.from({ length: 6 }, () => 'refused')]);
  });

  test('of a device is deleted with the wearer of its period, and with nobody else', async () => {
    await write({ action: 'settings.saved', subject: { kind: 'device', id: 9 }, deviId: 9 });
    await name([1], { kind: 'device', id: 10 });
    expect(await remove(1)).toBe('refused');
    await name([1], { kind: 'device', id: 9 });
    expect(await remove(1)).toBe('gone');
  });
});

test('entries that are written concurrently form one chain', async () => {
  const before = (await chain()).length;
  await Promise.all(Array.from({ length: 8 }, () => recordAudit(database.db, entry())));
  const seqs = (await chain()).map(({ seq }) => Number(seq));
  expect(seqs).toEqual(Array.from({ length: before + 8 }, (_, index) => index + 1));
});
