import { type Policy, policies, type Role } from '@varde/catalogue/permissions';
import type { Access } from '@varde/contract/access';
import { createCustomer, createDevice, createUser, type TestUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

let server: TestServer;
let ids: { city: number; home: number; other: number };
let admin: string;
let cityChief: string;
let homeChief: string;
let nurse: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Byen' });
  const home = await createCustomer(db, { firmName: 'Hjemmet', kind: 'home', parentId: city });
  ids = { city, home, other: await createCustomer(db, { firmName: 'Annen' }) };
  admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }));
  cityChief = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
  homeChief = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: home }));
  nurse = await createUser(db, { role: 'RESTRICTED_USER', custId: home });
});

const give = (user: TestUser, role: Role, custId: number | null) =>
  server.db.insert(userPolicies).values({ userId: user.userId, role, custId });
const ask = (as: string, user: TestUser, query: string) =>
  server.call('GET', `/ajax/users/${user.userId}/access?${query}`, { as });
async function why(as: string, user: TestUser, query: string, policy: Policy): Promise<Access | undefined> {
  const { status, body } = await ask(as, user, query);
  expect(status).toBe(200);
  return (body as { policies: Access[] }).policies.find((each) => each.policy === policy);
}

test('each policy comes with whether the user has it and the reason', async () => {
  const at = `custId=${ids.home}`;
  expect(await why(admin, nurse, at, 'DEVICE_SETTINGS')).toEqual({
    policy: 'DEVICE_SETTINGS',
    allowed: true,
    reason: 'role',
    role: 'RESTRICTED_USER',
    heldAt: { custId: ids.home, firmName: 'Hjemmet' },
    saidBy: null,
  });
  expect(await why(admin, nurse, at, 'AUDIT_LOG')).toMatchObject({ allowed: false, reason: 'noRoleWithIt' });
  expect(await why(admin, nurse, `custId=${ids.city}`, 'DEVICE_SETTINGS')).toMatchObject({
    allowed: false,
    reason: 'noRoleHere',
  });
  await give(nurse, 'SUPERFIRM', null);
  expect(await why(admin, nurse, at, 'AUDIT_LOG')).toMatchObject({
    allowed: true,
    role: 'SUPERFIRM',
    heldAt: 'everywhere',
  });
});

test('a policy that an ancestor gives or revokes is shown with that customer', async () => {
  const policy = 'AUDIT_LOG';
  const said = { role: 'RESTRICTED_USER', policy, information: null };
  await server.db.insert(customerRolePolicies).values({ ...said, custId: ids.city, status: 'active' });
  const at = `custId=${ids.home}`;
  expect(await why(cityChief, nurse, at, policy)).toMatchObject({
    allowed: true,
    reason: 'rolePolicy',
    saidBy: { custId: ids.city, firmName: 'Byen' },
  });
  await server.db.insert(customerRolePolicies).values({ ...said, custId: ids.home, status: 'inactive' });
  expect(await why(cityChief, nurse, at, policy)).toMatchObject({
    allowed: false,
    reason: 'takenBack',
    saidBy: { custId: ids.home, firmName: 'Hjemmet' },
  });
});

test('access can be explained for a device by its serial number, as for its customer', async () => {
  const { deviId } = await createDevice(server.db, {
    custId: ids.home,
    serial: 'SO000123',
    deviceName: 'Rom 1',
  });
  expect((await ask(cityChief, nurse, 'serial=SO000123')).body).toMatchObject({
    customer: { custId: ids.home, firmName: 'Hjemmet' },
    device: { deviId, deviceName: 'Rom 1', deviceSNNum: 'SO000123' },
  });
});

test('a device is named only to callers who may see it and may read the privileges of its customer', async () => {
  const { db } = server;
  await createDevice(db, { custId: ids.city, serial: 'SO000124' });
  await createDevice(db, { custId: ids.other, serial: 'SO000125' });
  const status = async (as: string, serial: string) => (await ask(as, nurse, `serial=${serial}`)).status;
  const both = await createUser(db, { role: 'SUPERFIRM', custId: ids.city });
  await give(both, 'RESTRICTED_USER', ids.other);
  const as = await server.loginAs(both);
  expect([await status(as, 'SO000124'), await status(as, 'SO000125')]).toEqual([200, 404]);
});

test('the answer agrees with the user’s real rights, for every policy and customer', async () => {
  await give(nurse, 'TRACKER', ids.city);
  await server.db.insert(customerRolePolicies).values([
    { custId: ids.city, role: 'TRACKER', policy: 'NAME_CHANGE', status: 'active', information: null },
    { custId: ids.home, role: 'TRACKER', policy: 'NAME_CHANGE', status: 'inactive', information: null },
    { custId: ids.city, role: 'TRACKER', policy: 'DEVICE_TRACKING', status: 'active', information: 'read' },
    { custId: ids.city, role: 'TRACKER', policy: 'DEVICE_LOGS', status: 'active', information: null },
  ]);
  const token = (await server.loginAs(nurse)).split('=')[1] ?? '';
  const holder = await server.app.sessions.resolve(token, { address: '192.0.2.1', roles: null });
  for (const custId of [ids.city, ids.home, ids.other]) {
    const { body } = await ask(admin, nurse, `custId=${custId}`);
    const answered = (body as { policies: Access[] }).policies.map(({ policy, allowed }) => [policy, allowed]);
    const real = (Object.keys(policies) as Policy[]).map((each) => [each, holder?.caller.may(each, custId)]);
    expect(answered).toEqual(real);
  }
});

test('a caller without the right to read privileges of both the user and the customer gets nothing', async () => {
  await createDevice(server.db, { custId: ids.city, serial: 'SO000777' });
  const stranger = await createUser(server.db, { role: 'FIRM', custId: ids.other });
  const refused: [string, TestUser, string][] = [
    [homeChief, nurse, `custId=${ids.city}`],
    [homeChief, nurse, 'serial=SO000777'],
    [homeChief, nurse, 'serial=SO999999'],
    [homeChief, stranger, `custId=${ids.home}`],
    [cityChief, nurse, `custId=${ids.other}`],
    [cityChief, { userId: 987_654, username: '' }, `custId=${ids.home}`],
  ];
  for (const [as, user, query] of refused)
    expect(await ask(as, user, query), query).toMatchObject({ status: 404, body: { code: 'notFound' } });
  const asNurse = await server.loginAs(nurse);
  expect(await ask(asNurse, nurse, `custId=${ids.home}`)).toMatchObject({ status: 403 });
});

test('customers that the caller does not see stay without a name', async () => {
  const operator = await createUser(server.db, { role: 'RESTRICTED_USER', custId: ids.home });
  await give(operator, 'SUPERFIRM', ids.city);
  const said = { role: 'SUPERFIRM', policy: 'COUPON_CODES', status: 'active', information: null } as const;
  await server.db.insert(customerRolePolicies).values({ ...said, custId: ids.city });
  const { body } = await ask(homeChief, operator, `custId=${ids.home}`);
  expect(JSON.stringify(body)).not.toContain('Byen');
  expect(await why(homeChief, operator, `custId=${ids.home}`, 'AUDIT_LOG')).toMatchObject({
    allowed: true,
    role: 'SUPERFIRM',
    heldAt: 'elsewhere',
  });
});

test('exactly one place is required: neither none nor two, nor anything else', async () => {
  for (const query of ['', `custId=${ids.home}&serial=SO000123`, 'custId=0', "custId=1'--", 'serial='])
    expect(await ask(admin, nurse, query), query).toMatchObject({ status: 400 });
  expect(await ask(admin, nurse, `serial=${encodeURIComponent("' or 1=1--")}`)).toMatchObject({
    status: 404,
  });
});
