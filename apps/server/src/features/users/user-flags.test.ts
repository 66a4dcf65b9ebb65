import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let ids: { city: number; nurse: number; watch: number };
const as = { admin: '', firm: '', stranger: '', nurse: '' };
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  const elsewhere = await createCustomer(db);
  const nurse = await createUser(db, { role: 'RESTRICTED_USER', custId: city });
  const { deviId: watch } = await createDevice(db, { custId: city, dehaId: 34, identity: '9900000001' });
  ids = { city, nurse: nurse.userId, watch };
  as.admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
  as.firm = await server.loginAs(await createUser(db, { role: 'FIRM', custId: city }));
  as.stranger = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: elsewhere }));
  as.nurse = await server.loginAs(nurse);
});

const setFlags = (who: string, body: object, userId = ids.nurse) =>
  server.call('PUT', `/ajax/users/${userId}/flags`, { as: who, body });
const tabsOf = async (who: string): Promise<string[]> => {
  const { body } = await server.call('GET', `/ajax/devices/${ids.watch}`, { as: who });
  return body.tabs.map(({ key }: { key: string }) => key);
};
const abilities = async (who: string) => (await server.call('GET', '/ajax/session', { as: who })).body.abilities;

test('a user whom an administrator makes a translator has the tab of texts at once, and loses it again [D1.005]', async () => {
  const before = await tabsOf(as.nurse);
  expect(before).not.toContain('texts');
  const { status, body } = await setFlags(as.admin, { beta: false, translator: true });
  expect([status, body.translator, body.beta]).toEqual([200, true, false]);
  expect(await tabsOf(as.nurse)).toEqual([...before, 'texts']);
  expect(await tabsOf(as.firm)).not.toContain('texts');
  await setFlags(as.admin, { beta: false, translator: false });
  expect(await tabsOf(as.nurse)).toEqual(before);
});

test('the session of a beta tester says so', async () => {
  expect(await abilities(as.nurse)).not.toContain('beta');
  expect((await setFlags(as.admin, { beta: true, translator: false })).status).toBe(200);
  expect(await abilities(as.nurse)).toContain('beta');
});

test('nobody but a superfirm sets flags: neither a firm that may edit users, nor the user, nor another customer', async () => {
  const given = { custId: ids.city, role: 'FIRM', status: 'active', information: 'all' } as const;
  for (const policy of ['USER_PRIVILEGES_ALL', 'USER_PRIVILEGES_READ'] as const)
    await server.db.insert(customerRolePolicies).values({ ...given, policy });
  const shown = await server.call('GET', `/ajax/users/${ids.nurse}`, { as: as.firm });
  expect(shown.body.abilities).toContain('edit');
  expect(shown.body.abilities).not.toContain('flags');
  const statuses = [];
  for (const who of [as.firm, as.nurse, as.stranger])
    statuses.push((await setFlags(who, { beta: true, translator: true })).status);
  expect(statuses).toEqual([403, 403, 404]);
  expect((await setFlags(as.admin, { beta: true })).status).toBe(400);
  const { userId } = (await server.call('GET', '/ajax/session', { as: as.admin })).body;
  expect((await setFlags(as.admin, { beta: true, translator: false }, userId)).status).toBe(403);
  expect(await abilities(as.nurse)).not.toContain('beta');
});

test('a change of flags is audited with what changed; one that changes nothing is not', async () => {
  await setFlags(as.admin, { beta: true, translator: false });
  await setFlags(as.admin, { beta: true, translator: false });
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'user.flags'));
  expect(entries.map(({ content }) => JSON.parse(content))).toMatchObject([
    { subject: 'user', subjectId: ids.nurse, before: { beta: false }, after: { beta: true } },
  ]);
});
