import { isReachedBy, receiverChannels } from '@varde/contract/event-setup-form';
import { createCustomer } from '@varde/testing/factories';
import { openTestDatabase } from '@varde/testing/test-database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { forgetReceivers } from './forget-receivers.ts';
import { saveList } from './lists.ts';
import { silentSelections, type WorkingChannels } from './working-channels.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

test.each(receiverChannels)('a list by %s alone tells whom the table of channels reaches', async (channel) => {
  const { db } = opened;
  const custId = await createCustomer(db);
  const addresses = { mobile: '+4790000001', email: 'a@test.example' };
  const rules = { events: [], hours: null, waitSeconds: 60 };
  const receivers = [{ name: 'A', ...addresses, channels: [channel], ...rules }];
  const saved = saveList(db, { custId }, { rev: 0, receivers, at: new Date(), userId: null });
  const noUser = { hasMobile: true, hasEmail: true, hasBrowser: false, withdrawn: [] };
  if (!isReachedBy(channel, noUser)) return expect(saved).rejects.toThrow();
  await saved;
  const tells = async (working: WorkingChannels) => {
    const isTold = sql`l.tells_by not in ${silentSelections(working)}`;
    const where = sql`from notification_lists l where l.cust_id = ${custId}`;
    return queryRows(db, sql`select l.tells_by as by, ${isTold} as tells ${where}`);
  };
  const others = new Set(receiverChannels.filter((each) => each !== channel));
  expect(await tells(new Set([channel]))).toEqual([{ by: channel, tells: true }]);
  expect(await tells(others)).toEqual([{ by: channel, tells: false }]);
});

test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'a list that its two receivers leave at the same time tells nobody',
  async () => {
    const { db } = opened;
    const custId = await createCustomer(db);
    const receivers = ['a@test.example', 'b@test.example'].map((email) => ({
      ...{ name: email, email, mobile: null, channels: ['email' as const] },
      ...{ events: [], hours: null, waitSeconds: 60 },
    }));
    await saveList(db, { custId }, { rev: 0, receivers, at: new Date(), userId: null });
    const tells = () => queryRows(db, sql`select tells_by from notification_lists where cust_id = ${custId}`);
    expect(await tells()).toEqual([{ tells_by: 'email' }]);
    const leave = (email: string) => (tx: typeof db) => forgetReceivers(tx, { userId: 1, addresses: [email] });
    let left = false;
    let second: Promise<void> = Promise.resolve();
    await db.transaction(async (tx) => {
      await leave('a@test.example')(tx);
      second = db.transaction(leave('b@test.example')).then(() => {
        left = true;
      });
      const waits = () => queryRows(tx, sql`select from pg_locks where not granted`);
      await expect.poll(async () => left || (await waits()).length > 0).toBe(true);
    });
    await second;
    expect(await tells()).toEqual([{ tells_by: '' }]);
  },
);
