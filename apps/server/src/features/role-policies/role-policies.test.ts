import { allowed, type CustomerRolePolicy, type Policy, policies, type Role } from '@varde/catalogue/permissions';
import { createCustomer, createDevice, createUser, type TestUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

let server: TestServer;
/** A municipality, its district with a home, and another municipality. */
let ids: { city: number; district: number; home: number; other: number };
let admin: string;
let tracker: TestUser;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Solvik' });
  const district = await createCustomer(db, { kind: 'district', parentId: city });
  const home = await createCustomer(db, { kind: 'home', parentId: district });
  ids = { city, district, home, other: await createCustomer(db) };
  admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
  tracker = await createUser(db, { role: 'TRACKER', custId: district });
  cookie = await server.loginAs(tracker);
});

const path = (custId: number) => `/ajax/customers/${custId}/role_policies`;
const save = (custId: number, over: object = {}, as = admin) =>
  server.call('PUT', path(custId), {
    as,
    body: { role: 'TRACKER', policy: 'GENERAL_SETTINGS', status: 'active', information: null, ...over },
  });
const read = async (custId: number) => (await server.call('GET', path(custId), { as: admin })).body;

test("a customer's role policy applies to it and everything below, until a lower one revokes it [C3.76]", async () => {
  expect((await save(ids.city)).status).toBe(200);
  expect((await save(ids.home, { status: 'inactive' })).status).toBe(200);
  const said = (custId: number, firmName: string) => ({ saidBy: { custId, firmName } });
  expect((await read(ids.district)).rolePolicies).toEqual([
    expect.objectContaining({ role: 'TRACKER', status: 'active', ...said(ids.city, 'Solvik') }),
  ]);
  expect((await read(ids.home)).rolePolicies).toEqual([expect.objectContaining({ status: 'inactive' })]);
  await save(ids.home, { policy: 'NAME_CHANGE', information: 'read' });
  expect((await read(ids.home)).rolePolicies).toContainEqual(
    expect.objectContaining({ policy: 'NAME_CHANGE', status: 'active', information: 'read' }),
  );
  await save(ids.home, { policy: 'NAME_CHANGE', status: null });
  await save(ids.home, { status: null });
  expect((await read(ids.home)).rolePolicies).toEqual([expect.objectContaining({ status: 'active' })]);
});

test('a role that was given settings uses those of its sub-policies at once, and no others', async () => {
  const { deviId } = await createDevice(server.db, { custId: ids.home, dehaId: 14 });
  const settings = (as = cookie) => server.call('GET', `/ajax/devices/${deviId}/settings`, { as });
  const trackerOnly = await server.loginAs(await createUser(server.db, { role: 'TRACKER', custId: ids.city }));
  await server.db.insert(userPolicies).values({ userId: tracker.userId, role: 'RESTRICTED_USER', custId: ids.other });
  expect((await settings()).status).toBe(404);
  await save(ids.city);
  expect((await settings()).status).toBe(404);
  await save(ids.city, { policy: 'DEVICE_ALARM' });
  await save(ids.city, { policy: 'VARDE' });
  const { status, body } = await settings();
  expect(status).toBe(200);
  expect((await settings(trackerOnly)).status).toBe(403);
  const keys = (body as { settings: { key: string }[] }).settings.map(({ key }) => key);
  expect(keys).toContain('phoneNoWhiteList1');
  expect(keys).not.toContain('trackingInterval');
  const put = (values: object) =>
    server.call('PUT', `/ajax/devices/${deviId}/settings`, { as: cookie, body: { values } });
  expect((await put({ trackingInterval: 600 })).status).toBe(400);
  expect((await put({ phoneNoWhiteList1: '+4791234567' })).status).toBe(200);
  await save(ids.city, { policy: 'DEVICE_ALARM', status: 'inactive' });
  expect((await settings()).status).toBe(404);
});

test('[C6.05 C6.06 C6.07] a right that a customer gives counts there and in general while it is active, with the information that it requires, and at no other customer', async () => {
  const at = async (custId: number) => (await createDevice(server.db, { custId, dehaId: 14 })).deviId;
  const devices = { district: await at(ids.district), home: await at(ids.home), other: await at(ids.other) };
  await server.db.insert(userPolicies).values({ userId: tracker.userId, role: 'RESTRICTED_USER', custId: ids.other });
  const rights = async () => {
    const get = async (url: string) => server.call('GET', `/ajax/${url}`, { as: cookie });
    const shown: { deviId: number; abilities: string[] }[] = (await get('devices')).body.devices;
    const placesWith = (ability: string) =>
      Object.entries(devices).flatMap(([place, deviId]) =>
        shown.find((device) => device.deviId === deviId)?.abilities.includes(ability) ? place : [],
      );
    const general = [(await get('session')).body.abilities.includes('audit'), (await get('audit')).status];
    return { audit: placesWith('auditLog'), log: placesWith('transactions'), general };
  };
  expect(await rights()).toEqual({ audit: [], log: ['other'], general: [false, 403] });
  await save(ids.home, { policy: 'AUDIT_LOG' });
  await save(ids.home, { policy: 'DEVICE_TRANSACTION_LOG', information: 'read' });
  expect(await rights(), 'the log asks for all').toEqual({ audit: ['home'], log: ['other'], general: [true, 200] });
  await save(ids.home, { policy: 'DEVICE_TRANSACTION_LOG', information: 'all' });
  expect(await rights()).toEqual({ audit: ['home'], log: ['home', 'other'], general: [true, 200] });
  for (const policy of ['AUDIT_LOG', 'DEVICE_TRANSACTION_LOG'])
    await save(ids.home, { policy, information: 'all', status: 'inactive' });
  expect(await rights()).toEqual({ audit: [], log: ['other'], general: [false, 403] });
});

test('a user cannot give policies that they lack, or at foreign customers', async () => {
  expect((await save(ids.other)).status).toBe(404);
  expect((await save(ids.city, {}, cookie)).status).toBe(403);
  const firm = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: ids.city }));
  await save(ids.city, { role: 'FIRM', policy: 'USER_PRIVILEGES_ALL' });
  expect((await save(ids.city, { role: 'FIRM', policy: 'NAME_CHANGE' }, firm)).status).toBe(200);
  expect(await save(ids.city, { role: 'FIRM', policy: 'AUDIT_LOG' }, firm)).toMatchObject({
    status: 403,
    body: { code: 'notAllowed' },
  });
});

test.each([
  { policy: 'NOTHING' },
  { role: 'KING' },
  { status: 'perhaps' },
  { information: "all'; --" },
  { policy: 'DEVICE_TRACKING' },
])('%o is refused', async (over) => {
  expect(await save(ids.city, over)).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
});

test('each change is in the audit log with before and after, and saving the same again is not', async () => {
  await save(ids.city);
  await save(ids.city);
  await save(ids.city, { status: 'inactive' });
  const entries = await server.db.select().from(auditEntries);
  expect(entries.map(({ action, custId }) => [action, custId])).toEqual([
    ['rolePolicy.changed', ids.city],
    ['rolePolicy.changed', ids.city],
  ]);
  expect(JSON.parse(entries[1]?.content ?? '')).toMatchObject({
    before: { status: 'active' },
    after: { status: 'inactive', policy: 'GENERAL_SETTINGS' },
  });
});

describe('the session and the catalogue', () => {
  const asked: Policy[] = ['NAME_CHANGE', 'DEVICE_TRACKING', 'DEVICE_TRANSACTION_LOG', 'AUDIT_LOG'];
  const cases: [Role, keyof typeof ids | null][] = [
    ['TRACKER', 'city'],
    ['TRACKER', 'district'],
    ['TRACKER', null],
    ['RESTRICTED_USER', 'home'],
    ['FIRM', 'other'],
  ];

  test('agree on all rights, whatever the role policies: one counts while it is active, with the information that its policy requires, for one customer as in general', async () => {
    const { db } = server;
    const paths = {
      city: [ids.city],
      district: [ids.city, ids.district],
      home: [ids.city, ids.district, ids.home],
      other: [ids.other],
    };
    const rows: CustomerRolePolicy[] = [
      { custId: ids.city, role: 'TRACKER', policy: 'NAME_CHANGE', status: 'active', information: null },
      { custId: ids.home, role: 'TRACKER', policy: 'NAME_CHANGE', status: 'inactive', information: null },
      {
        custId: ids.district,
        role: 'TRACKER',
        policy: 'DEVICE_TRACKING',
        status: 'active',
        information: 'read',
      },
      { custId: ids.home, role: 'TRACKER', policy: 'DEVICE_TRACKING', status: 'active', information: 'all' },
      {
        custId: ids.city,
        role: 'TRACKER',
        policy: 'DEVICE_TRANSACTION_LOG',
        status: 'active',
        information: 'all',
      },
      { custId: ids.home, role: 'RESTRICTED_USER', policy: 'AUDIT_LOG', status: 'active', information: null },
      { custId: ids.city, role: 'FIRM', policy: 'AUDIT_LOG', status: 'active', information: null },
    ];
    await db.insert(customerRolePolicies).values(rows);
    expect(Object.keys(policies)).toEqual(expect.arrayContaining(asked));
    for (const [role, where] of cases) {
      const custId = where === null ? null : ids[where];
      const session = await server.loginAs(await createUser(db, { role, custId }));
      const token = session.split('=')[1] ?? '';
      const caller = (await server.app.sessions.resolve(token, { address: '192.0.2.1', roles: null }))?.caller;
      const isRelevant = (row: CustomerRolePolicy) =>
        Object.values(paths).some((line) => line.includes(row.custId) && (custId === null || line.includes(custId)));
      const holder = { policies: [{ role, custId }], rolePolicies: rows.filter(isRelevant) };
      if (caller === undefined) throw new Error('no caller');
      for (const policy of asked) {
        expect(caller.mayAnywhere(policy), `${role} ${where} ${policy}`).toBe(allowed(holder, policy, null));
        for (const customerPath of Object.values(paths)) {
          const leaf = customerPath.at(-1) ?? 0;
          expect(caller.may(policy, leaf), `${role} ${where} ${policy} ${customerPath}`).toBe(
            allowed(holder, policy, customerPath),
          );
        }
      }
      if (role !== 'TRACKER' || where !== 'city') continue;
      const held = (policy: Policy) =>
        (['city', 'district', 'home', 'other'] as const).filter((place) => caller.may(policy, ids[place]));
      expect(held('NAME_CHANGE')).toEqual(['city', 'district']);
      expect(held('DEVICE_TRACKING')).toEqual(['home']);
      expect(held('AUDIT_LOG')).toEqual([]);
      expect(asked.map((policy) => caller.mayAnywhere(policy))).toEqual([true, true, false, false]);
    }
  });
});
