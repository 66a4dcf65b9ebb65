import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { noActor, recordAudit } from '#domain/audit/audit.ts';
import { chainHead } from '#domain/audit/audit-verification.ts';
import { openDigestBook } from '#domain/audit/digest-book.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { auditDigest } from './audit-digest.ts';
import { dayMs } from './job.ts';
import { createJobContext } from './job-context.ts';

let opened: OpenDatabase;
let folder: string;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  folder = mkdtempSync(join(tmpdir(), 'varde-digests-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function start(mailTo: string | null = 'revisor@kommune.example') {
  const log = createLog({ level: 'silent' });
  const info = vi.spyOn(log, 'info');
  const error = vi.spyOn(log, 'error');
  const clock = createManualClock();
  const book = openDigestBook(folder);
  const context = createJobContext({ db: opened.db, bus: createInProcessBus(), clock, log });
  return { info, error, clock, book, run: () => auditDigest({ book, log, mailTo }).run(context) };
}
const write = () => recordAudit(opened.db, { action: 'alarm.claimed', at: new Date(0), by: noActor, custId: 1 });
const mails = async () =>
  (await mailsIn(opened.db)).map(({ template, recipient, content }) => ({
    template,
    recipient,
    content,
  }));
const tamper = (...statements: SQL[]) =>
  opened.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.execute(statement);
  });

test('once a day the head of the audit log is noted in the data folder, in the process log and by mail', async () => {
  const { run, book, info, error, clock } = start();
  await write();
  await write();
  for (let hour = 0; hour < 12; hour++) {
    await run();
    clock.advance(3_600_000 - 1);
  }
  const [digest, ...more] = book.all();
  expect(more).toEqual([]);
  expect(digest).toMatchObject({ ...(await chainHead(opened.db)), seq: 2 });
  expect(info.mock.calls).toEqual([[{ digest: digest?.line }, 'digest of the audit log']]);
  expect(await mails()).toEqual([
    { template: 'auditDigest', recipient: 'revisor@kommune.example', content: { digest: digest?.line } },
  ]);
  clock.advance(3_600_000); // the next day has begun
  await run();
  expect(book.all()).toHaveLength(2);
  expect(error).not.toHaveBeenCalled();
});

test('without an address no mail is sent, and an empty log has no digest', async () => {
  const { run, book } = start(null);
  await run();
  expect(book.all()).toEqual([]);
  await write();
  await run();
  expect(book.all()).toHaveLength(1);
  expect(await mails()).toEqual([]);
});

test.each<[string, SQL[]]>([
  [
    'cut off, its head moved back as well',
    [
      sql`delete from audit_entries where audit_id >= 2`,
      sql`delete from audit_chain where seq >= 2`,
      sql`update audit_head set seq = 1, hash = (select hash from audit_chain)`,
    ],
  ],
  ['written anew', [sql`update audit_chain set hash = encode(sha256(hash::bytea), 'hex')`]],
  ['emptied', [sql`truncate audit_entries, audit_chain, audit_head cascade`]],
])('a log that was %s is reported, in the process log and by mail', async (_, statements) => {
  const { run, book, error, clock } = start();
  for (let count = 0; count < 3; count++) await write();
  await run();
  await tamper(...statements);
  clock.advance(dayMs);
  await run();
  const [noted, digest] = book.all();
  expect(error).toHaveBeenCalledWith({ noted: noted?.line }, expect.stringContaining('tampered with'));
  expect((await mails()).at(-1)).toMatchObject({
    template: 'auditCut',
    content: { noted: noted?.line, digest: digest?.line },
  });
  clock.advance(dayMs);
  await run();
  expect(error).toHaveBeenCalledTimes(1); // logged once; the digests still prove it
});
