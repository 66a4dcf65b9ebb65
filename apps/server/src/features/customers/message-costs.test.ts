import { createCustomer, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageCosts } from '#domain/messages/tables.ts';

let server: TestServer;
let ids: { solvik: number; home: number; other: number };
let admin: string;
beforeAll(async () => {
  server = await startTestServer({ clock: createManualClock(Date.UTC(2026, 10, 24)) });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const solvik = await createCustomer(server.db, { firmName: 'Solvik' });
  const home = await createCustomer(server.db, { kind: 'home', parentId: solvik });
  ids = { solvik, home, other: await createCustomer(server.db, { firmName: 'Annen kommune' }) };
  admin = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: solvik }));
});

let last = 0;
const add = (at: string, cost: Partial<typeof messageCosts.$inferInsert> = {}) =>
  server.db.insert(messageCosts).values({
    ...{ messageId: ++last, number: 1, custId: ids.home, at: new Date(at), channel: 'sms', provider: '46elks' },
    ...{ outcome: 'delivered', parts: 1, ...cost },
  });
const list = (custId: number, as = admin, timeZone = 'Europe/Oslo') =>
  server.call('GET', `/ajax/customers/${custId}/message_costs?timeZone=${timeZone}`, { as });

test('an administrator sees what SMS and calls of a customer and those below it came to, by month and provider', async () => {
  await add('2026-10-31T22:59:59Z', { parts: 2 });
  await add('2026-10-31T23:00:00Z', { outcome: 'failed' });
  await add('2026-11-30T22:59:59Z', { custId: ids.solvik, outcome: 'sent', parts: 3 });
  await add('2026-11-05T12:00:00Z', { provider: 'twilio' });
  await add('2026-11-05T12:00:00Z', { custId: ids.other });
  const call = { channel: 'call' as const, parts: null };
  await add('2026-11-05T12:00:00Z', { ...call, seconds: 42, price: 3500 });
  await add('2026-11-06T12:00:00Z', { ...call, outcome: 'failed', seconds: 0 });
  const sms = { channel: 'sms', provider: '46elks', seconds: 0, price: null };
  expect((await list(ids.solvik)).body).toEqual({
    costs: [
      { ...sms, month: '2026-11', messages: 2, failed: 1, parts: 4 },
      { ...sms, month: '2026-11', provider: 'twilio', messages: 1, failed: 0, parts: 1 },
      {
        ...{ month: '2026-11', channel: 'call', provider: '46elks', messages: 2, failed: 1 },
        ...{ parts: 0, seconds: 42, price: 3500 },
      },
      { ...sms, month: '2026-10', messages: 1, failed: 0, parts: 2 },
    ],
  });
  const months = async (custId: number, timeZone: string) =>
    (await list(custId, admin, timeZone)).body.costs.map(({ month, messages }: Record<string, unknown>) => [
      month,
      messages,
    ]);
  expect(await months(ids.home, 'UTC')).toEqual([
    ['2026-11', 1],
    ['2026-11', 2],
    ['2026-10', 2],
  ]);
});

test('this month and the twelve before it are shown', async () => {
  await add('2025-10-31T22:59:59Z');
  await add('2025-10-31T23:00:00Z');
  expect((await list(ids.home)).body.costs).toMatchObject([{ month: '2025-11', messages: 1 }]);
});

test('nobody sees those of another customer, and whoever administers a customer below none of what is above', async () => {
  await add('2026-11-05T12:00:00Z', { custId: ids.other });
  await add('2026-11-05T12:00:00Z', { custId: ids.solvik });
  expect((await list(ids.other)).status).toBe(404);
  const below = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: ids.home }));
  expect((await list(ids.home, below)).body).toEqual({ costs: [] });
  expect((await list(ids.solvik, below)).status).toBe(404);
  const firm = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: ids.solvik }));
  expect((await list(ids.solvik, firm)).status).toBe(403);
});

test('without a time zone that exists there is no month', async () => {
  for (const timeZone of ['', 'Mars/Base', "UTC'"]) expect((await list(ids.solvik, admin, timeZone)).status).toBe(400);
});
