import type { Role } from '@varde/catalogue/permissions';
import { contextHeader } from '@varde/contract/transport';
import { deviceEventOf } from '@varde/testing/device-events';
import { createCustomer, createDevice, createUser, testPassword } from '@varde/testing/factories';
import { openLiveClient } from '@varde/testing/live-client';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

let server: TestServer;
let city: number;
let home: number;
/** Administers the city, works at its home, and is a tracker-only user of another customer. */
let userId: number;
let username: string;
let cookie: string;
let cityDevice: number;
let homeDevice: number;

beforeAll(async () => {
  server = await startTestServer({ environment: { VARDE_TWO_FACTOR_ROLES: 'SUPERAHP' } });
  await server.app.start();
});
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db);
  home = await createCustomer(db, { parentId: city, kind: 'home' });
  cityDevice = (await createDevice(db, { custId: city })).deviId;
  homeDevice = (await createDevice(db, { custId: home })).deviId;
  ({ userId, username } = await createUser(db, { role: 'SUPERFIRM', custId: city }));
  await hold('RESTRICTED_USER', home);
  cookie = await server.loginAs({ userId });
});
afterAll(() => server.close());

const hold = (role: Role, custId: number | null) => server.db.insert(userPolicies).values({ userId, role, custId });

const get = (path: string) => server.call('GET', path, { as: cookie });
const devices = async (query: string) => {
  const { status, body } = await get(`/ajax/devices${query}`);
  expect(status).toBe(200);
  return (body as { devices: { deviId: number }[] }).devices.map(({ deviId }) => deviId).sort();
};

test('a user who selects one of several roles has the rights of that role alone', async () => {
  expect(await devices('')).toEqual([cityDevice, homeDevice].sort());
  expect(await devices('?roles=RESTRICTED_USER')).toEqual([homeDevice]);
  expect(await devices('?roles=RESTRICTED_USER&roles=SUPERFIRM')).toHaveLength(2);
  expect(await devices('?limit=1&roles=SUPERFIRM&sort=name')).toHaveLength(1);
  expect(await get(`/ajax/devices/${cityDevice}?roles=RESTRICTED_USER`)).toMatchObject({ status: 404 });
  expect(await get('/ajax/users?roles=RESTRICTED_USER')).toMatchObject({
    status: 403,
    body: { code: 'notAllowed' },
  });
  expect(await get('/ajax/users?roles=SUPERFIRM')).toMatchObject({ status: 200 });
});

test('the session lists the roles, the selected ones, and their abilities', async () => {
  expect((await get('/ajax/session')).body).toMatchObject({
    abilities: expect.arrayContaining(['customers', 'users', 'audit']),
    roles: [
      { role: 'SUPERFIRM', selected: true },
      { role: 'RESTRICTED_USER', selected: true },
    ],
  });
  expect((await get('/ajax/session?roles=RESTRICTED_USER')).body).toMatchObject({
    abilities: ['addDevice', 'customers', 'notificationLists', 'sensors'],
    roles: [
      { role: 'SUPERFIRM', selected: false },
      { role: 'RESTRICTED_USER', selected: true },
    ],
  });
});

test('a login answers with the selection of its request', async () => {
  const body = new URLSearchParams({ username, password: testPassword }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', [contextHeader]: 'PROFFWEB' };
  const answer = await server.call('POST', '/perform_login?roles=RESTRICTED_USER', { body, headers });
  expect(answer).toMatchObject({
    status: 200,
    body: { abilities: ['addDevice', 'customers', 'notificationLists', 'sensors'] },
  });
});

test('a role that is not held, forged or made up, has no effect and no access', async () => {
  for (const forged of ['SUPERAHP', 'AHP', 'FIRM', 'TRACKER', 'superfirm', 'ROOT', '', "' or 1=1--", '*']) {
    const query = `?roles=${encodeURIComponent(forged)}`;
    expect(await get(`/ajax/devices${query}`), forged).toMatchObject({ status: 403 });
    expect((await get(`/ajax/session${query}`)).body, forged).toMatchObject({ abilities: [] });
    expect(await devices(`${query}&roles=RESTRICTED_USER`), forged).toEqual([homeDevice]);
  }
});

test('a role for all customers that is not selected opens nothing', async () => {
  await hold('SUPERFIRM', null);
  const other = (await createDevice(server.db, { custId: await createCustomer(server.db) })).deviId;
  expect(await devices('')).toContain(other);
  expect(await devices('?roles=RESTRICTED_USER')).toEqual([homeDevice]);
  const { body } = await get('/ajax/session?roles=RESTRICTED_USER');
  expect((body as { abilities: string[] }).abilities).not.toContain('admin');
});

test('a policy that a customer gives to a role is dropped with that role', async () => {
  await hold('TRACKER', home);
  const given = { custId: home, role: 'TRACKER', policy: 'ALARM_HANDLE', status: 'active' } as const;
  await server.db.insert(customerRolePolicies).values(given);
  expect(await get('/ajax/users?roles=TRACKER')).toMatchObject({ status: 403 });
  const token = cookie.split('=')[1] ?? '';
  const callerWith = async (selected: Role[]) =>
    (await server.app.sessions.resolve(token, { address: '192.0.2.1', roles: selected }))?.caller;
  expect((await callerWith(['TRACKER']))?.may('ALARM_HANDLE', home)).toBe(true);
  await server.db
    .delete(userPolicies)
    .where(and(eq(userPolicies.userId, userId), eq(userPolicies.role, 'RESTRICTED_USER')));
  expect((await callerWith(['RESTRICTED_USER']))?.may('ALARM_HANDLE', home)).toBe(false);
});

test('the second step of the login applies to all roles: selecting the others does not bypass it', async () => {
  await hold('SUPERAHP', null);
  expect(await get('/ajax/devices?roles=RESTRICTED_USER')).toMatchObject({ status: 403 });
  expect((await get('/ajax/session?roles=RESTRICTED_USER')).body).toMatchObject({
    pending: expect.arrayContaining(['twoFactor']),
    abilities: expect.not.arrayContaining(['customers']),
  });
});

test('a malformed selection is refused with a message, once the caller is identified', async () => {
  const many = Array.from({ length: 13 }, () => 'roles=FIRM').join('&');
  for (const query of [many, `roles=${'x'.repeat(41)}`]) {
    expect(await get(`/ajax/devices?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validationFailed', errors: [{ path: 'roles' }] },
    });
    await expect(openLiveClient(server.port(), { cookie, query: `?${query}` })).rejects.toThrow('400');
  }
  // Other spellings are unknown parameters.
  expect(await devices('?roles[]=FIRM&Roles=FIRM&roles.0=FIRM')).toHaveLength(2);
});

test('the live channel sends the events of the selected roles', async () => {
  const client = await openLiveClient(server.port(), { cookie, query: '?roles=RESTRICTED_USER' });
  client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'r' });
  await client.next('RECEIPT');
  const change = (deviId: number, custId: number) => deviceEventOf(custId, { deviId, battery: 20 });
  server.bus.publishEvents([change(cityDevice, city)]);
  server.bus.publishEvents([change(homeDevice, home)]);
  expect(JSON.parse((await client.next('MESSAGE')).body).changes).toMatchObject([{ deviId: homeDevice }]);
  client.send('SUBSCRIBE', { id: 'b', destination: `/topic/device/${cityDevice}` });
  expect((await client.next('ERROR')).headers).toMatchObject({ message: 'notAllowed' });

  const forged = await openLiveClient(server.port(), { cookie, query: '?roles=SUPERAHP' });
  forged.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices' });
  expect((await forged.next('ERROR')).headers).toMatchObject({ message: 'notAllowed' });
});

test('of two windows with different selections the one whose role is gone is disconnected', async () => {
  const narrow = await openLiveClient(server.port(), { cookie, query: '?roles=RESTRICTED_USER' });
  const wide = await openLiveClient(server.port(), { cookie, query: '?roles=SUPERFIRM' });
  await server.app.live.recheck();
  await server.db
    .delete(userPolicies)
    .where(and(eq(userPolicies.userId, userId), eq(userPolicies.role, 'RESTRICTED_USER')));
  await server.app.live.recheck();
  expect(await narrow.closed).toBe(4403);
  wide.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'still here' });
  await wide.next('RECEIPT');
  wide.close();
});
