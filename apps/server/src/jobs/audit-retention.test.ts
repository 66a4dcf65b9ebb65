import { createCustomer } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { openTestDatabase } from '@varde/testing/test-database';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noActor, recordAudit } from '#domain/audit/audit.ts';
import { verifyAuditChain } from '#domain/audit/audit-verification.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { auditRetention } from './audit-retention.ts';
import { dayMs } from './job.ts';
import { createJobContext } from './job-context.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

test('entries are deleted after the retention of their customer, or of its parent, and the chain stays valid', async () => {
  const { db } = opened;
  const clock = createManualClock(Date.now()); // the database reads its own clock as well
  const log = createLog({ level: 'silent' });
  const city = await createCustomer(db);
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  const other = await createCustomer(db);
  const longer = await createCustomer(db, { kind: 'home', parentId: city });
  const shorter = await createCustomer(db, { kind: 'home', parentId: city });
  const keep = (custId: number, auditDays: number) =>
    db.update(customers).set({ auditDays }).where(eq(customers.custId, custId));
  await keep(city, 100);
  await keep(longer, 300);
  await keep(shorter, 50);
  const write = (custId: number | null, days: number) =>
    recordAudit(db, {
      action: 'alarm.claimed',
      at: new Date(clock.now() - days * dayMs),
      by: noActor,
      custId,
    });
  for (const custId of [city, home, other, null, longer, shorter]) {
    await write(custId, 2000);
    await write(custId, 200);
    await write(custId, 90);
  }
  const run = () => auditRetention.run(createJobContext({ db, bus: createInProcessBus(), clock, log }));
  const left = async () => {
    const rows = await db.select().from(auditEntries).orderBy(asc(auditEntries.auditId));
    const count = (custId: number | null) =>
      rows.filter((row) => row.custId === custId && row.action === 'alarm.claimed').length;
    return { rows, counts: [city, home, other, null, longer, shorter].map(count) };
  };
  await Promise.all([run(), run()]); // two processes
  const { rows, counts } = await left();
  expect(counts).toEqual([1, 1, 2, 2, 2, 0]);
  expect(rows.filter(({ action }) => action === 'audit.removed')).toHaveLength(6);
  expect(await verifyAuditChain(db)).toMatchObject({ intact: true, removed: 10 });
  await run(); // the same day again: nothing more is deleted or recorded
  expect(await left()).toEqual({ rows, counts });
});
