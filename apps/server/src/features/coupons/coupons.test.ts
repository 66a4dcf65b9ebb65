import { createCustomer, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { couponCodes, customerRolePolicies } from '#domain/customers/tables.ts';

const clock = createManualClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

let firm: number;
let manager: string;
beforeEach(async () => {
  await server.clear();
  firm = await createCustomer(server.db, { kind: 'firm' });
  manager = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: firm }));
});

const body = { note: 'Messe', maxUses: 10, validUntil: null as number | null };
const create = async (as: string, changes: object = {}, custId = firm) =>
  server.call('POST', `/ajax/customers/${custId}/coupons`, { as, body: { ...body, ...changes } });
const list = (as: string, query = '') => server.call('GET', `/ajax/customers/${firm}/coupons?${query}`, { as });

test('a firm creates codes that cannot be guessed, and sees how often each was used', async () => {
  const first = await create(manager);
  expect(first).toMatchObject({ status: 200, body: { ...body, uses: 0, ended: null } });
  expect(first.body.code).toMatch(/^[A-HJKMNP-Z2-79]{10}$/);
  clock.advance(1000);
  const second = await create(manager, { note: 'Nettside' });
  const codes = [second.body.code, first.body.code];
  const page = await list(manager, 'limit=1');
  const cursor = (page.body as { nextCursor: string }).nextCursor;
  const rest = await list(manager, `limit=1&cursor=${cursor}`);
  expect([page.body, rest.body]).toMatchObject(codes.map((code) => ({ coupons: [{ code }] })));
  expect(
    (await server.db.select().from(auditEntries).orderBy(auditEntries.auditId)).map(({ action }) => action),
  ).toEqual(['coupon.created', 'coupon.created']);
});

test('a closed code stays closed, and differs from one that has expired or is used up', async () => {
  const closed = (await create(manager)).body.code;
  const close = () => server.call('DELETE', `/ajax/customers/${firm}/coupons/${closed}`, { as: manager });
  expect((await close()).body).toMatchObject({ ended: 'closed' });
  expect((await close()).status).toBe(200);
  expect(await server.db.select().from(auditEntries).orderBy(auditEntries.auditId)).toHaveLength(2);
  clock.advance(1);
  await create(manager, { validUntil: clock.now() + 1000 });
  clock.advance(2000);
  await create(manager, { maxUses: 1 });
  await server.db.update(couponCodes).set({ uses: 1 });
  const { coupons } = (await list(manager)).body as { coupons: { ended: string }[] };
  expect(coupons.map(({ ended }) => ended)).toEqual(['usedUp', 'expired', 'closed']);
});

test.each([
  [{ maxUses: 0 }, 'maxUses'],
  [{ maxUses: 1.5 }, 'maxUses'],
  [{ validUntil: 1 }, 'validUntil'],
  [{ note: 'x'.repeat(121) }, 'note'],
])('a code with %j is refused at the field', async (changes, path) => {
  expect(await create(manager, changes)).toMatchObject({
    status: 400,
    body: { errors: [expect.objectContaining({ path })] },
  });
});

test('only a firm’s own users create codes, and only where private customers are allowed', async () => {
  const nurse = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId: firm }));
  expect((await create(nurse)).status).toBe(403);
  const other = await createCustomer(server.db, { kind: 'firm' });
  expect((await create(manager, {}, other)).status).toBe(404);
  const home = await createCustomer(server.db, { kind: 'home', parentId: firm });
  expect((await create(manager, {}, home)).status).toBe(403);
  const stranger = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: other }));
  const { code } = (await create(manager)).body;
  expect((await server.call('DELETE', `/ajax/customers/${firm}/coupons/${code}`, { as: stranger })).status).toBe(404);
});

test('a code, which gives whoever registers a role below the firm, is made by nobody who lacks that role there', async () => {
  const row = { custId: firm, status: 'active', information: 'all', policy: 'COUPON_CODES' } as const;
  await server.db.insert(customerRolePolicies).values([
    { ...row, role: 'TRACKER' },
    { ...row, role: 'RESTRICTED_USER' },
  ]);
  const login = async (role: 'TRACKER' | 'RESTRICTED_USER') =>
    server.loginAs(await createUser(server.db, { role, custId: firm }));
  expect((await create(await login('TRACKER'))).status).toBe(403);
  expect((await create(await login('RESTRICTED_USER'))).status).toBe(200);
});

test('a user whose account ends makes codes that end with it at the latest', async () => {
  const user = await createUser(server.db, { role: 'FIRM', custId: firm });
  const temporaryUntil = new Date(clock.now() + 60_000);
  await server.db.update(users).set({ temporaryUntil }).where(eq(users.userId, user.userId));
  const as = await server.loginAs(user);
  for (const [validUntil, status] of [
    [null, 403],
    [clock.now() + 60_001, 403],
    [clock.now() + 60_000, 200],
  ] as const)
    expect([validUntil, (await create(as, { validUntil })).status]).toEqual([validUntil, status]);
});
