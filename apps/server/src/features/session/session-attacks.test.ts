import { contextHeader } from '@varde/contract/transport';
import { createCustomer, createUser, type TestUser, testPassword } from '@varde/testing/factories';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessions, userPolicies, users } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

const clock = createManualClock();
let server: TestServer;
let kari: TestUser;
let custId: number;
beforeAll(async () => {
  server = await startTestServer({ clock });
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  custId = await createCustomer(server.db);
  kari = await createUser(server.db, { role: 'FIRM', custId });
});

/** Less than the interval at which every connection is rechecked. */
const soonMs = 10_000;

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const login = (
  username: string,
  password = testPassword,
  { headers = {}, at = server }: { headers?: Record<string, string>; at?: TestServer } = {},
) =>
  at.call('POST', '/perform_login', {
    body: form({ username, password }),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
const statusOf = async (as: string) => (await server.call('GET', '/ajax/session', { as })).status;

test('a session that was planted before the login is not the logged-in one', async () => {
  const planted = `varde_session=${'a'.repeat(43)}`;
  const answer = await login(kari.username, testPassword, { headers: { cookie: planted } });
  expect(answer.status).toBe(200);
  expect(cookieOf(answer)).not.toBe(planted);
  expect([await statusOf(planted), await statusOf(cookieOf(answer))]).toEqual([401, 200]);

  const attacker = await createUser(server.db);
  const theirs = await server.loginAs(attacker);
  const own = cookieOf(await login(kari.username, testPassword, { headers: { cookie: theirs } }));
  expect(own).not.toBe(theirs);
  expect(await statusOf(theirs)).toBe(401);
});

test('a page of another site can neither log a user in nor change anything: it cannot send the context header', async () => {
  const body = form({ username: kari.username, password: testPassword });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', [contextHeader]: '' };
  const forged = await server.call('POST', '/perform_login', { body, headers });
  expect(forged).toMatchObject({ status: 400, body: { code: 'contextMissing' } });
  expect(forged.headers['set-cookie']).toBeUndefined();
});

test('the context is that of the login: a header with another changes nothing', async () => {
  const answer = await login(kari.username);
  const headers = { [contextHeader]: 'AHP' };
  const session = await server.call('GET', '/ajax/session', { as: cookieOf(answer), headers });
  expect(session.body).toMatchObject({
    context: 'PROFFWEB',
    abilities: ['addDevice', 'customers', 'notificationLists', 'sensors'],
  });
  const asPartner = { as: cookieOf(answer), headers };
  expect((await server.call('GET', '/ajax/unknown_devices', asPartner)).status).toBe(403);
});

describe('guessing is limited', () => {
  const held = async (names: string[], headers: (n: number) => Record<string, string> = () => ({})) => {
    const answers = [];
    for (const [n, name] of names.entries())
      answers.push((await login(name, `guess ${n}`, { headers: headers(n) })).status);
    return answers;
  };

  test('in any spelling of the username', async () => {
    const [local = '', domain = ''] = kari.username.split('@');
    const ways = [
      kari.username,
      kari.username.toUpperCase(),
      ` ${kari.username}`,
      `${kari.username}\t`,
      `\u00a0${kari.username}\u2003`,
      `${local.toUpperCase()}@${domain}`,
      `\ufeff${kari.username}\u200b`,
      `${kari.username}\n`,
    ];
    expect(await held(ways)).toEqual(Array(8).fill(401));
    expect((await login(kari.username)).status).toBe(429);
  });

  test('and no other spelling opens the account', async () => {
    const ways = [
      kari.username.replace('e', '\u0435'), // Cyrillic
      kari.username.replace('s', '\u017f'), // long s, which upper-cases to S
      kari.username.replace('@', '\uff20'),
      `${kari.username}' or '1'='1`,
      `${kari.username}%`,
      '%',
    ];
    expect(await held(ways)).toEqual(Array(ways.length).fill(401));
    expect((await login(kari.username)).status).toBe(200);
  });

  test('whatever address the call claims', async () => {
    const forged = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}` });
    await held(Array(8).fill(kari.username), forged);
    expect((await login(kari.username)).status).toBe(429);
  });

  test('behind a proxy that appends to the browser’s claim, by the address that the proxy saw', async () => {
    const proxied = await startTestServer({ clock, environment: { VARDE_TRUST_PROXY: 'true' } });
    const ola = await createUser(proxied.db);
    const statuses = [];
    for (let n = 0; n < 9; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` };
      statuses.push((await login(ola.username, `guess ${n}`, { headers, at: proxied })).status);
    }
    const elsewhere = { 'x-forwarded-for': '203.0.113.10' };
    expect((await login(ola.username, testPassword, { headers: elsewhere, at: proxied })).status).toBe(200);
    await proxied.close();
    expect(statuses).toEqual([...Array(8).fill(401), 429]);
  });
});

describe('a session and its live connection', () => {
  let clients: LiveClient[] = [];
  afterEach(async () => {
    for (const client of clients) client.close();
    await Promise.all(clients.map(({ closed }) => closed));
    clients = [];
  });
  const watch = async (cookie: string) => {
    const client = await openLiveClient(server.port(), { cookie });
    clients.push(client);
    client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'r' });
    await client.next('RECEIPT');
    return client;
  };

  test.each([
    ['is deactivated', () => server.db.update(users).set({ disabledAt: new Date() })],
    ['is deleted', () => server.db.update(users).set({ disabledAt: new Date(), deletedAt: new Date() })],
    ['has ended', () => server.db.update(users).set({ temporaryUntil: new Date(clock.now()) })],
  ])('are over when the account %s', async (_how, end) => {
    const cookie = await server.loginAs(kari);
    const client = await watch(cookie);
    await end().where(eq(users.userId, kari.userId));
    await server.app.live.recheck();
    expect(await client.closed).toBe(4401);
    expect(await statusOf(cookie)).toBe(401);
  });

  test('lose the rights of a role when the role is taken', async () => {
    const cookie = await server.loginAs(kari);
    const client = await watch(cookie);
    await server.db.delete(userPolicies).where(eq(userPolicies.userId, kari.userId));
    await server.app.live.recheck();
    expect(await client.closed).toBe(4403);
    expect((await server.call('GET', '/ajax/devices', { as: cookie })).status).toBe(403);
  });

  test.each([
    ['are shut out', 'PUT', 'activation', { active: false }, 4401],
    ['lose their role', 'PUT', 'policies', { policies: [] }, 4403],
    ['are deleted', 'DELETE', '', undefined, 4401],
    ['are forgotten', 'POST', 'erasure', undefined, 4401],
  ] as const)('end at once for users who %s by an administrator', async (_how, method, what, body, code) => {
    const client = await watch(await server.loginAs(kari));
    const bystander = await watch(await server.loginAs(await createUser(server.db, { role: 'FIRM', custId })));
    const as = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId }));
    const path = what === 'erasure' ? `personal_data/users/${kari.userId}/erasure` : `users/${kari.userId}/${what}`;
    const sent = what === 'erasure' ? { confirmation: kari.username } : body;
    const answer = await server.call(method, `/ajax/${path.replace(/\/$/, '')}`, {
      as,
      ...(sent === undefined ? {} : { body: sent }),
    });
    expect(answer.status).toBe(200);
    expect(await client.closed).toBe(code);
    bystander.send('SUBSCRIBE', { id: 'b', destination: '/topic/alarms', receipt: 'still here' });
    await bystander.next('RECEIPT');
  });

  test('end at once when the customer revokes a policy of the role', async () => {
    const { db } = server;
    const row = { custId, role: 'FIRM' as const, policy: 'AUDIT_LOG' as const, status: 'active' as const };
    await db.insert(customerRolePolicies).values(row);
    const client = await watch(await server.loginAs(kari));
    const as = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId }));
    const body = { role: 'FIRM', policy: 'AUDIT_LOG', status: 'inactive', information: null };
    expect((await server.call('PUT', `/ajax/customers/${custId}/role_policies`, { as, body })).status).toBe(200);
    expect(await client.closed).toBe(4403);
  });

  test('of an operator continue, whatever a customer gives to roles and revokes', async () => {
    const { db } = server;
    const operators = [];
    for (const [role, at] of [
      ['SUPERFIRM', null],
      ['AHP', null],
      ['SUPERAHP', custId],
      ['FIRM', await createCustomer(db)],
    ] as const)
      operators.push(await watch(await server.loginAs(await createUser(db, { role, custId: at }))));
    const firm = await createCustomer(db);
    const as = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: firm }));
    for (const role of ['SUPERFIRM', 'FIRM']) {
      const body = { role, policy: 'AUDIT_LOG', status: 'active', information: null };
      const answer = await server.call('PUT', `/ajax/customers/${firm}/role_policies`, { as, body });
      expect(answer.status).toBe(200);
      await server.app.live.recheck();
    }
    for (const operator of operators) {
      operator.send('SUBSCRIBE', { id: 'b', destination: '/topic/alarms', receipt: 'still here' });
      await operator.next('RECEIPT');
    }
  });

  test('are rechecked only where a change reaches, and when something has changed', async () => {
    const { db } = server;
    const watcher = async (at: number | null) => {
      const cookie = await server.loginAs(await createUser(db, { role: 'FIRM', custId: at }));
      await watch(cookie);
      return cookie.split('=')[1];
    };
    const below = await createCustomer(db, { kind: 'district', parentId: custId });
    const concerned = [await watcher(custId), await watcher(below), await watcher(null)];
    const elsewhere = await watcher(await createCustomer(db));
    const as = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId }));
    const looks = vi.spyOn(server.app.sessions, 'resolveAll');
    const body = { role: 'RESTRICTED_USER', policy: 'AUDIT_LOG', status: 'active', information: null };
    await server.call('PUT', `/ajax/customers/${custId}/role_policies`, { as, body });
    const lookedAt = () => looks.mock.calls.flatMap(([bearers]) => bearers.map(({ token }) => token));
    await vi.waitFor(() => expect(lookedAt()).toEqual(expect.arrayContaining(concerned)));
    expect(lookedAt()).not.toContain(elsewhere);
    const publish = vi.spyOn(server.bus, 'publishEvents');
    await server.call('PUT', `/ajax/customers/${custId}/role_policies`, { as, body });
    expect(publish).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test.each([
    ['added below', async () => ['', { ...newCustomer, kind: 'district', parentId: custId }] as const],
    [
      'moved to',
      async () => {
        const former = await createCustomer(server.db);
        const moved = await createCustomer(server.db, { kind: 'district', parentId: former });
        return [`/${moved}/move`, { parentId: custId }] as const;
      },
    ],
  ])(
    'reconnect at once when a customer is %s theirs: its alarms are theirs now',
    async (_how, prepare) => {
      const [path, body] = await prepare();
      const client = await watch(await server.loginAs(kari));
      const as = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: null }));
      expect((await server.call('POST', `/ajax/customers${path}`, { as, body })).status).toBe(200);
      expect(await client.closed).toBe(4403);
    },
    soonMs,
  );
  const newCustomer = {
    firmName: 'Sentrum',
    market: 1,
    orgNumber: null,
    reference: null,
    address: null,
    billingAddress: null,
    defaultAhp: null,
  };

  test('end with logging out, and a copy of the cookie opens nothing', async () => {
    const cookie = await server.loginAs(kari);
    const client = await watch(cookie);
    await server.call('POST', '/logout', { as: cookie });
    expect(await client.closed).toBe(4401);
    await expect(openLiveClient(server.port(), { cookie })).rejects.toThrow();
    expect(await server.db.select().from(sessions)).toEqual([]);
  });
});
