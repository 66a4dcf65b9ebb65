import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditEntry, recordAudit } from './audit.ts';
import { type OpenDatabase, queryRows } from './database.ts';

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
const chain = () =>
  queryRows<{ seq: number; hash: string }>(database.db, sql`select * from audit_chain order by seq`);

test('an entry stands in the log with who, when, from where and what, linked to the one before', async () => {
  const { db } = database;
  await recordAudit(db, entry({ before: { state: 'open' }, after: { state: 'reset' } }));
  await recordAudit(db, entry());
  const [row] = await queryRows<Record<string, unknown>>(
    db,
    sql`select * from audit_entries order by audit_id`,
  );
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

test('what does not happen is not written down', async () => {
  const before = await chain();
  await expect(
    database.db.transaction(async (tx) => {
      await recordAudit(tx, entry());
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await chain()).toEqual(before);
});

test('nobody changes, deletes or empties the log, whatever they may do otherwise', async () => {
  for (const statement of [
    sql`update audit_entries set content = '{}'`,
    sql`delete from audit_entries`,
    sql`truncate audit_entries cascade`,
    sql`update audit_chain set hash = ''`,
    sql`delete from audit_chain`,
    sql`truncate audit_chain`,
  ]) {
    const error = await database.db.execute(statement).then(
      () => null,
      (reason: Error) => reason,
    );
    expect(String(error?.cause)).toContain('append-only');
  }
});

test('entries of a customer go only up to the time that an entry of its own says', async () => {
  const { db } = database;
  const before = at.getTime() + 1;
  await recordAudit(db, entry({ custId: 2 }));
  await recordAudit(db, entry({ custId: 2, at: new Date(before) }));
  await recordAudit(db, entry({ action: 'audit.removed', custId: 2, after: { before } }));
  await db.execute(
    sql`delete from audit_entries where cust_id = 2 and at < ${before} and action <> 'audit.removed'`,
  );
  await expect(
    db.execute(sql`delete from audit_entries where cust_id = 2 and at = ${before}`),
  ).rejects.toThrow();
  await expect(db.execute(sql`delete from audit_entries where cust_id = 1`)).rejects.toThrow();
});

test('entries that are written side by side stand in one chain', async () => {
  const before = (await chain()).length;
  await Promise.all(Array.from({ length: 8 }, () => recordAudit(database.db, entry())));
  const seqs = (await chain()).map(({ seq }) => Number(seq));
  expect(seqs).toEqual(Array.from({ length: before + 8 }, (_, index) => index + 1));
});
