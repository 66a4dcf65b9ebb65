import { contextHeader } from '@varde/contract/transport';
import { createCustomer, createUser, testPassword } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessions, userPolicies, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { hashPassword, passwordMatches } from '#platform/secrets/passwords.ts';

const clock = createManualClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
beforeEach(async () => {
  await server.clear();
});
afterAll(() => server.close());

const hour = 3_600_000;

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const cookieOf = (answer: Awaited<ReturnType<typeof login>>) =>
  String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';

test('a login returns the user and sets a cookie that scripts and other sites cannot use', async () => {
  const custId = await createCustomer(server.db);
  const user = await createUser(server.db, { role: 'FIRM', custId });
  const answer = await login(` ${user.username.toUpperCase()} `, testPassword);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      userId: user.userId,
      username: user.username,
      context: 'PROFFWEB',
      custId,
      abilities: ['addDevice', 'customers', 'notificationLists', 'sensors'],
    },
  });
  const [cookie] = answer.headers['set-cookie'] as string[];
  expect(cookie).toMatch(/^varde_session=.*; Path=\/; HttpOnly; SameSite=Lax$/);
  const session = await server.call('GET', '/ajax/session', { as: cookieOf(answer) });
  expect(session).toMatchObject({ status: 200, body: { userId: user.userId } });
  const [row] = await server.db.select().from(users).where(eq(users.userId, user.userId));
  expect(row?.lastLogin?.getTime()).toBe(clock.now());
});

test('a session names the customer of its user only when all their roles are at that one', async () => {
  const [one, two] = [await createCustomer(server.db), await createCustomer(server.db)];
  for (const [other, custId] of [
    [one, one],
    [two, null],
    [null, null],
  ] as const) {
    const user = await createUser(server.db, { role: 'FIRM', custId: one });
    await server.db.insert(userPolicies).values({ userId: user.userId, role: 'TRACKER', custId: other });
    expect((await login(user.username, testPassword)).body).toMatchObject({ custId });
  }
});

test.each([
  [1, 'Europe/Oslo'],
  [4, 'Europe/Stockholm'],
  [5, 'Atlantic/Reykjavik'],
] as const)('a session has the clocks of its user’s customer: market %i, %s', async (market, timeZone) => {
  const custId = await createCustomer(server.db);
  await server.db.update(customers).set({ market }).where(eq(customers.custId, custId));
  const user = await createUser(server.db, { role: 'FIRM', custId });
  expect((await login(user.username, testPassword)).body).toMatchObject({ timeZone });
});

test('a session of a user of everything has the clocks of Norway', async () => {
  const user = await createUser(server.db, { role: 'SUPERFIRM', custId: null });
  expect((await login(user.username, testPassword)).body).toMatchObject({ timeZone: 'Europe/Oslo' });
});

test('the context of an alarm partner is for its present employees; there are two contexts [D3.065]', async () => {
  const custId = await createCustomer(server.db);
  const nurse = await createUser(server.db, { role: 'FIRM', custId });
  const operator = await createUser(server.db, { role: 'AHP', custId });
  const asPartner = { [contextHeader]: 'AHP' };
  const forged = await login(nurse.username, testPassword, asPartner);
  expect(forged).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  expect(forged.headers['set-cookie']).toBeUndefined();
  expect((await login(nurse.username, 'wrong', asPartner)).status).toBe(401);

  const answer = await login(operator.username, testPassword, asPartner);
  expect(answer.body).toMatchObject({
    context: 'AHP',
    abilities: expect.arrayContaining(['customers', 'ahp']),
  });
  expect((await login(operator.username, testPassword)).body).toMatchObject({ context: 'PROFFWEB' });
  for (const other of ['ahp', 'NOTHING'])
    expect((await login(operator.username, testPassword, { [contextHeader]: other })).status).toBe(400);
  await server.db.update(userPolicies).set({ role: 'FIRM' }).where(eq(userPolicies.userId, operator.userId));
  const later = await server.call('GET', '/ajax/session', { as: cookieOf(answer) });
  expect(later.body).toMatchObject({
    context: 'PROFFWEB',
    abilities: expect.not.arrayContaining(['ahp']),
  });
});

test('behind https the cookies are Secure', async () => {
  const proxied = await startTestServer({ environment: { VARDE_TRUST_PROXY: 'true' } });
  const user = await createUser(proxied.db);
  const answer = await proxied.call('POST', '/perform_login', {
    body: new URLSearchParams({ username: user.username, password: testPassword }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-proto': 'https' },
  });
  const cookies = answer.headers['set-cookie'] as string[];
  expect(cookies.filter((cookie) => cookie.includes('; Secure'))).toHaveLength(2);
  await proxied.close();
});

test('the token itself is not stored', async () => {
  const user = await createUser(server.db);
  const token = cookieOf(await login(user.username, testPassword)).split('=')[1] ?? '';
  expect(token).toHaveLength(43);
  expect(JSON.stringify(await server.db.select().from(sessions))).not.toContain(token);
});

test('without the demo switch a demo account does not exist', async () => {
  const user = await createUser(server.db, undefined, 'someone@solvik.example');
  expect((await login(user.username, testPassword)).status).toBe(401);
  const cookie = await server.loginAs(user);
  expect((await server.call('GET', '/ajax/session', { as: cookie })).status).toBe(401);
});

test('guessing is limited for the account and the address; a correct login from elsewhere is not', async () => {
  const user = await createUser(server.db);
  const other = await createUser(server.db);
  const attempts = await Promise.all(Array.from({ length: 20 }, (_, n) => login(user.username, `guess ${n}`)));
  const refused = attempts.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused[0]?.body).toMatchObject({ code: 'tooManyRequests' });
  expect((await login(user.username, testPassword)).status).toBe(429);
  expect((await login(other.username, testPassword)).status).toBe(200);
});

test('a session ends by logging out, by a new login, by inactivity and by age [C7.06]', async () => {
  const user = await createUser(server.db);
  const alive = async (cookie: string) => (await server.call('GET', '/ajax/session', { as: cookie })).status === 200;

  const first = cookieOf(await login(user.username, testPassword));
  const second = cookieOf(await login(user.username, testPassword, { cookie: first }));
  expect([await alive(first), await alive(second)]).toEqual([false, true]);

  const answer = await server.call('POST', '/logout', { as: second });
  expect(answer.headers['set-cookie']).toMatch(/^varde_session=;/);
  expect(await alive(second)).toBe(false);

  const used = cookieOf(await login(user.username, testPassword));
  const idle = cookieOf(await login(user.username, testPassword));
  clock.advance(11 * hour);
  expect(await alive(used)).toBe(true);
  clock.advance(2 * hour);
  expect([await alive(used), await alive(idle)]).toEqual([true, false]);

  for (let hours = 0; hours < 24 * 30; hours += 10) {
    clock.advance(10 * hour);
    await alive(used);
  }
  expect(await alive(used)).toBe(false);
});

test('logging in and out are in the audit log, once each, with the user and where it was', async () => {
  const custId = await createCustomer(server.db);
  const user = await createUser(server.db, { role: 'FIRM', custId });
  const cookie = cookieOf(await login(user.username, testPassword));
  for (let press = 0; press < 2; press++) await server.call('POST', '/logout', { as: cookie });
  const entries = await server.db.select().from(auditEntries).orderBy(auditEntries.auditId);
  expect(entries.map(({ content }) => JSON.parse(content))).toMatchObject([
    { action: 'session.begun', userId: user.userId, address: '127.0.0.1' },
    { action: 'session.ended', userId: user.userId, address: '127.0.0.1', context: 'PROFFWEB' },
  ]);
});

test('a policy covers the whole subtree and nothing beside or above it', async () => {
  const { db } = server;
  const root = await createCustomer(db);
  const district = await createCustomer(db, { parentId: root });
  const home = await createCustomer(db, { parentId: district });
  const beside = await createCustomer(db, { parentId: root });
  const user = await createUser(db, { role: 'FIRM', custId: district });
  const cookie = await server.loginAs(user);
  const holder = await server.app.sessions.resolve(cookie.split('=')[1] ?? '', {
    address: '127.0.0.1',
    roles: null,
  });
  const scope = holder?.caller.scopeOf('DEVICE_LIST');
  expect(scope).toEqual([district, home]);
  expect([root, beside].filter((custId) => holder?.caller.may('DEVICE_LIST', custId))).toEqual([]);
});

test('a user of private customers only is private, and a global superfirm is administrator [D6.041]', async () => {
  const custId = await createCustomer(server.db, { kind: 'private' });
  const abilitiesOf = async (user: { userId: number }) =>
    (await server.call('GET', '/ajax/session', { as: await server.loginAs(user) })).body;
  expect(await abilitiesOf(await createUser(server.db, { role: 'FIRM', custId }))).toMatchObject({
    abilities: ['notificationLists', 'sensors', 'private'],
  });
  expect(await abilitiesOf(await createUser(server.db, { role: 'SUPERFIRM', custId: null }))).toMatchObject({
    abilities: [
      'addDevice',
      'customers',
      'partners',
      'users',
      'deletedUsers',
      'permissions',
      'audit',
      'notificationLists',
      'sensors',
      'personalData',
      'unknownDevices',
      'registrations',
      'admin',
    ],
  });
});

test('the session prepares the user of the log and the map: who it is, the clocks, and whether the view is that of a tracker [D7.090]', async () => {
  const home = await createCustomer(server.db);
  const preparedFor = async (role: 'TRACKER' | 'RESTRICTED_USER') => {
    const user = await createUser(server.db, { role, custId: home });
    const { body } = await server.call('GET', '/ajax/session', { as: await server.loginAs(user) });
    expect(body).toMatchObject({
      ...{ userId: user.userId, username: user.username, firstName: 'Test', language: 'nb' },
      ...{ timeZone: 'Europe/Oslo', context: 'PROFFWEB', custId: home, roles: [{ role, selected: true }] },
    });
    return body.abilities;
  };
  expect(await preparedFor('TRACKER')).toContain('trackerOnly');
  expect(await preparedFor('RESTRICTED_USER')).not.toContain('trackerOnly');
});

test('a user with the role of a tracker alone has the header of one, and nobody with a second role [D2.125 D2.126 D2.127 D2.128]', async () => {
  const custId = await createCustomer(server.db);
  const tracker = await createUser(server.db, { role: 'TRACKER', custId });
  const isTrackerOnly = async () => {
    const { body } = await server.call('GET', '/ajax/session', { as: await server.loginAs(tracker) });
    return body.abilities.includes('trackerOnly');
  };
  expect(await isTrackerOnly()).toBe(true);
  await server.db.insert(userPolicies).values({ userId: tracker.userId, custId, role: 'RESTRICTED_USER' });
  expect(await isTrackerOnly()).toBe(false);
});

test('a password is the same whether its letters were typed as one or taken apart, before and after', async () => {
  const { userId, username } = await createUser(server.db, {
    role: 'FIRM',
    custId: await createCustomer(server.db),
  });
  const [composed, apart] = ['blåbær\u00a0på Åsen', 'bla\u030abær\u00a0pa\u030a A\u030asen'];
  for (const chosen of [composed, apart]) {
    await server.db
      .update(users)
      .set({ passwordHash: await hashPassword(chosen) })
      .where(eq(users.userId, userId));
    for (const typed of [composed, apart]) expect((await login(username, typed)).status, typed).toBe(200);
    expect((await login(username, 'blabær\u00a0pa Asen')).status).toBe(401);
  }
});

test('a password matches its own hash only, and a missing hash matches nothing', async () => {
  const hash = await hashPassword('one');
  expect(await Promise.all([passwordMatches(hash, 'one'), passwordMatches(hash, 'two')])).toEqual([true, false]);
  expect(await passwordMatches(null, 'one')).toBe(false);
  expect(await passwordMatches('not a hash', 'one')).toBe(false);
});
