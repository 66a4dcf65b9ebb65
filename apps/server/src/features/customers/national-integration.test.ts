import type { Role } from '@varde/catalogue/permissions';
import { createCustomer, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies, customers } from '#domain/customers/tables.ts';

const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

let server: TestServer;
let ids: { solvik: number; home: number; other: number };
let superfirm: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const solvik = await createCustomer(server.db, { firmName: 'Solvik' });
  const home = await createCustomer(server.db, { kind: 'home', parentId: solvik });
  ids = { solvik, home, other: await createCustomer(server.db, { firmName: 'Annen kommune' }) };
  superfirm = await login('SUPERFIRM');
});

const login = async (role: Role, custId: number | null = ids.solvik) =>
  server.loginAs(await createUser(server.db, { role, custId }));
const path = (custId: number) => `/ajax/customers/${custId}/national_integration`;
const read = (as: string, custId = ids.home) => server.call('GET', path(custId), { as });
const save = (as: string, nationalUuid: string | null, custId = ids.home) =>
  server.call('PUT', path(custId), { as, body: { nationalUuid } });
const stored = async (custId = ids.home) =>
  (await server.db.select().from(customers).where(eq(customers.custId, custId)))[0]?.nationalUuid;

test('a SUPERFIRM reads and edits the number of its own customers, and it is audited [C6.16]', async () => {
  expect((await read(superfirm)).body).toEqual({ nationalUuid: null, mayEdit: true });
  expect((await save(superfirm, ` ${uuid.toUpperCase()} `)).body).toEqual({
    nationalUuid: uuid,
    mayEdit: true,
  });
  expect((await read(superfirm)).body).toMatchObject({ nationalUuid: uuid });
  await save(superfirm, uuid);
  await save(superfirm, null);
  expect(await stored()).toBeNull();
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'customer.changed'))
    .orderBy(auditEntries.auditId);
  expect(entries.map(({ custId, content }) => [custId, JSON.parse(content)])).toMatchObject([
    [ids.home, { before: { nationalUuid: null }, after: { nationalUuid: uuid } }],
    [ids.home, { before: { nationalUuid: uuid }, after: { nationalUuid: null } }],
  ]);
});

test.each(['FIRM', 'RESTRICTED_USER', 'TRACKER'] as const)(
  'a %s of the same customer neither reads nor edits it [C6.16]',
  async (role) => {
    const user = await login(role);
    await save(superfirm, uuid);
    expect(await read(user)).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
    expect(await save(user, null)).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
    expect(await stored()).toBe(uuid);
  },
);

test('neither the SUPERFIRM of another customer nor an alarm partner reads or edits it, and one of all customers does [C6.16]', async () => {
  const foreign = await login('SUPERFIRM', ids.other);
  expect(await read(foreign)).toMatchObject({ status: 404 });
  expect(await save(foreign, uuid)).toMatchObject({ status: 404 });
  const partner = await login('SUPERAHP', null);
  expect(await read(partner)).toMatchObject({ status: 403 });
  expect(await save(partner, uuid)).toMatchObject({ status: 403 });
  expect(await stored()).toBeNull();
  expect((await save(await login('SUPERFIRM', null), uuid)).status).toBe(200);
  expect(await stored()).toBe(uuid);
});

test('a customer that gives it to a role for reading shows it to that role, and takes no change from it', async () => {
  await server.db.insert(customerRolePolicies).values({
    ...{ custId: ids.home, role: 'FIRM', policy: 'EDIT_NATIONAL_INTEGRATION_UUID' },
    ...{ status: 'active' as const, information: 'read' as const },
  });
  const firm = await login('FIRM');
  expect((await read(firm)).body).toEqual({ nationalUuid: null, mayEdit: false });
  expect((await save(firm, uuid)).status).toBe(403);
  expect(await stored()).toBeNull();
});

test.each([
  ['', 'empty'],
  ['3f2504e0', 'too short'],
  [`${uuid}0`, 'too long'],
  ['3f2504e0-4f89-41d3-9a0c-0305e82c330g', 'no hexadecimal digit'],
  ['3f2504e0-4f89-41d3-ca0c-0305e82c3301', 'another variant'],
  ['00000000-0000-0000-0000-000000000000', 'nil'],
])('%j (%s) is refused at its field', async (wrong) => {
  const { status, body } = await save(superfirm, wrong);
  expect([status, body.code, body.errors[0].path]).toEqual([400, 'validationFailed', 'nationalUuid']);
  expect(await stored()).toBeNull();
});

test('two customers cannot have the same number, whoever was first', async () => {
  const everywhere = await login('SUPERFIRM', null);
  await save(everywhere, uuid, ids.other);
  expect(await save(superfirm, uuid)).toMatchObject({ status: 409, body: { code: 'nationalUuidTaken' } });
  expect(await stored()).toBeNull();
  expect(await stored(ids.other)).toBe(uuid);
});
