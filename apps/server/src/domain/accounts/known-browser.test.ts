import { createCustomer, createUser, type TestUser, testPassword } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AttemptLimit, createAttemptLimits } from '#platform/limits/attempt-limits.ts';
import { loginLimits } from './login-limits.ts';
import { accountRequests, users } from './tables.ts';

const clock = createManualClock();
let server: TestServer;
let kari: TestUser;
let ola: TestUser;
let custId: number;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  custId = await createCustomer(server.db);
  kari = await createUser(server.db, { role: 'FIRM', custId });
  ola = await createUser(server.db, { role: 'FIRM', custId });
});

const minute = 60_000;
const day = 86_400_000;
const ward = '203.0.113.9';
const home = '198.51.100.7';

interface From {
  address?: string;
  /** Cookies as the browser sends them. */
  cookie?: string;
}

async function login(username: string, password = testPassword, { address = ward, cookie }: From = {}) {
  const answer = await server.app.http.inject({
    method: 'POST',
    url: '/perform_login',
    payload: new URLSearchParams({ username, password }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-varde-context': 'PROFFWEB',
      ...(cookie === undefined ? {} : { cookie }),
    },
    remoteAddress: address,
  });
  return { status: answer.statusCode, set: [answer.headers['set-cookie'] ?? []].flat() };
}

const pairOf = (set: string) => set.split(';', 1)[0] ?? '';
const browserCookie = ({ set }: { set: string[] }) =>
  pairOf(set.find((each) => each.startsWith('varde_browser_') && !each.includes('Max-Age=0')) ?? '');
const sessionCookieOf = ({ set }: { set: string[] }) =>
  pairOf(set.find((each) => each.startsWith('varde_session')) ?? '');

/** A browser that has logged in as the user before. */
const knownFor = async (user: TestUser, from: From = {}) =>
  browserCookie(await login(user.username, testPassword, from));

/** Wrong logins for made-up accounts, which use up the attempts of an address. */
async function guess(count: number, { username, ...from }: From & { username?: string } = {}) {
  const statuses = new Set<number>();
  for (let n = 0; n < count; n++)
    statuses.add((await login(username ?? `nobody-${n}@test.example`, 'wrong', from)).status);
  return [...statuses];
}

/** What wrong logins leave of one limit, without their cost. */
async function fail(limit: AttemptLimit, count: number) {
  const attempts = createAttemptLimits(server.db, clock);
  for (let n = 0; n < count; n++) await attempts.fail([limit]);
}
/** Those for invented accounts. */
const useUp = (address: string, count = 100) => fail(loginLimits('nobody', address).address, count);

describe('when one address has used up its wrong passwords', () => {
  test('an address has 100 of them, and then every login there waits; another address does not', async () => {
    expect(await guess(99)).toEqual([401]);
    expect((await login(kari.username)).status).toBe(200);
    expect(await guess(1)).toEqual([401]);
    expect((await login(kari.username)).status).toBe(429);
    expect((await login(ola.username)).status).toBe(429);
    expect((await login(kari.username, testPassword, { address: home })).status).toBe(200);
    clock.advance(29_999);
    expect((await login(kari.username)).status).toBe(429);
    clock.advance(1);
    expect((await login(kari.username)).status).toBe(200);
  });

  test('a right password there does not clear the count of the address', async () => {
    await useUp(ward, 99);
    for (const user of [kari, ola, kari]) expect((await login(user.username)).status).toBe(200);
    expect(await guess(1)).toEqual([401]);
    expect((await login(ola.username)).status).toBe(429);
  });

  test('browsers that have logged in there before still log in, each as its own user', async () => {
    const [hers, his] = [await knownFor(kari), await knownFor(ola)];
    await useUp(ward);
    expect((await login(kari.username, testPassword, { cookie: hers })).status).toBe(200);
    expect((await login(ola.username, testPassword, { cookie: `${hers}; ${his}` })).status).toBe(200);
    expect((await login(ola.username, testPassword, { cookie: hers })).status).toBe(429);
    expect((await login(kari.username, testPassword, { cookie: his })).status).toBe(429);
    expect((await login(kari.username)).status).toBe(429);
  });

  test('and wrong passwords in a known browser do not count for the address', async () => {
    const hers = await knownFor(kari);
    await guess(7, { username: kari.username, cookie: hers });
    await useUp(ward, 99);
    expect((await login(ola.username)).status).toBe(200);
  });
});

test('a browser that is known at home is known at work', async () => {
  const hers = await knownFor(kari, { address: home });
  await useUp(ward);
  expect((await login(kari.username, testPassword, { cookie: hers })).status).toBe(200);
});

test('a browser is known for an account whose address somebody else has invited before', async () => {
  const username = 'invitert@test.example';
  await server.db.insert(users).values({
    username,
    passwordHash: '-',
    firstName: '',
    lastName: '',
    invitedUntil: new Date(clock.now() + day),
  });
  const theirs = await knownFor(await createUser(server.db, undefined, username));
  await useUp(ward);
  expect((await login(username, testPassword, { cookie: theirs })).status).toBe(200);
});

test('an account that is guessed at from many addresses is open to its known browsers', async () => {
  const hers = await knownFor(kari);
  await fail(loginLimits(kari.username, '192.0.2.1').account, 59);
  await guess(1, { username: kari.username, address: '192.0.2.60' });
  expect((await login(kari.username, testPassword, { address: home })).status).toBe(429);
  expect((await login(kari.username, testPassword, { cookie: hers })).status).toBe(200);
  expect((await login(kari.username, testPassword, { address: home })).status).toBe(429);
});

describe('a stolen cookie of a known browser', () => {
  test('logs nobody in, and has 8 wrong passwords from anywhere; then it waits, its owner is notified, and others are not delayed', async () => {
    const hers = await knownFor(kari);
    expect(await guess(7, { username: kari.username, cookie: hers, address: home })).toEqual([401]);
    expect(await server.db.select().from(accountRequests)).toEqual([]);
    expect(await guess(1, { username: kari.username, cookie: hers })).toEqual([401]);
    expect(await server.db.select().from(accountRequests)).toMatchObject([
      { kind: 'accountLocked', username: kari.username, address: ward },
    ]);
    for (const address of [home, ward])
      expect((await login(kari.username, testPassword, { cookie: hers, address })).status).toBe(429);
    expect((await login(kari.username)).status).toBe(200);
    clock.advance(minute / 2);
    expect((await login(kari.username, testPassword, { cookie: hers })).status).toBe(200);
    expect(await guess(7, { username: kari.username, cookie: hers })).toEqual([401]);
    expect((await login(kari.username, testPassword, { cookie: hers })).status).toBe(200);
  });

  test('another browser of the same user is not delayed by it', async () => {
    const [stolen, other] = [await knownFor(kari), await knownFor(kari)];
    expect(stolen).not.toBe(other);
    await guess(8, { username: kari.username, cookie: stolen });
    expect((await login(kari.username, testPassword, { cookie: stolen })).status).toBe(429);
    expect((await login(kari.username, testPassword, { cookie: other })).status).toBe(200);
  });

  test.each([
    ['a new password', (as: string) => server.call('PUT', '/ajax/profile/password', { as, body: passwords })],
    ['logging out everywhere', (as: string) => server.call('DELETE', '/ajax/sessions', { as })],
    [
      'being deactivated and let in again',
      async () => {
        const as = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: null }));
        const set = (active: boolean) =>
          server.call('PUT', `/ajax/users/${kari.userId}/activation`, { as, body: { active } });
        await set(false);
        return set(true);
      },
    ],
  ])('ends with %s', async (_how, end) => {
    const first = await login(kari.username);
    const [hers, his] = [browserCookie(first), await knownFor(ola)];
    expect((await end(sessionCookieOf(first))).status).toBe(200);
    await useUp(ward);
    for (const password of [testPassword, passwords.password])
      expect((await login(kari.username, password, { cookie: hers })).status).toBe(429);
    expect((await login(ola.username, testPassword, { cookie: his })).status).toBe(200);
  });
  const passwords = { currentPassword: testPassword, password: 'fjellrev spiser blåbær' };

  test('works for 180 days', async () => {
    const hers = await knownFor(kari);
    clock.advance(180 * day - 1);
    await useUp(ward);
    expect((await login(kari.username, testPassword, { cookie: hers })).status).toBe(200);
    clock.advance(1);
    expect((await login(kari.username, testPassword, { cookie: hers })).status).toBe(429);
  });
});

test('a forged cookie has no effect, and neither has one of a deleted user', async () => {
  const hers = await knownFor(kari);
  const his = await knownFor(ola);
  await useUp(ward);
  const [name = '', value = ''] = hers.split('=');
  const [issued = '', nonce = '', signature = ''] = value.split('.');
  const forged = [
    `${name}=${issued}.${nonce}.${'A'.repeat(43)}`,
    `${name}=${issued}.${'A'.repeat(43)}.${signature}`,
    `${name}=1${issued}.${nonce}.${signature}`,
    `${name}=${his.split('=')[1]}`,
    `${his.split('=')[0]}=${value}`,
    `${name}=`,
    `${name}=..`,
    `${name}=${'x'.repeat(4000)}`,
    `${name}=${issued}.${nonce}.${'å'.repeat(43)}`,
    name,
  ];
  for (const cookie of forged) expect((await login(kari.username, testPassword, { cookie })).status, cookie).toBe(429);
  await server.db.update(users).set({ browserKey: null }).where(eq(users.userId, ola.userId));
  expect((await login(ola.username, testPassword, { cookie: his })).status).toBe(429);
  expect((await login('nobody@test.example', testPassword, { cookie: hers })).status).toBe(429);
  expect((await login(kari.username, testPassword, { cookie: hers })).status).toBe(200);
});

test('the cookie is inaccessible to scripts and other sites, is sent to the login only, and reveals no user', async () => {
  const { set } = await login(kari.username);
  const [cookie = ''] = set.filter((each) => each.startsWith('varde_browser_'));
  expect(cookie).toMatch(/; Max-Age=15552000; Path=\/perform_login; HttpOnly; SameSite=Lax$/);
  const secure = await startTestServer({ clock, environment: { VARDE_PUBLIC_URL: 'https://varde.example' } });
  const user = await createUser(secure.db, undefined, kari.username);
  const answer = await secure.call('POST', '/perform_login', {
    body: new URLSearchParams({ username: user.username, password: testPassword }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(String(answer.headers['set-cookie'])).toMatch(
    /varde_browser_\S+ Max-Age=15552000; Path=\/perform_login; HttpOnly; Secure/,
  );
  await secure.close();
  const nameThere = /varde_browser_[\w-]+/.exec(String(answer.headers['set-cookie']))?.[0];
  expect(cookie.startsWith(`${nameThere}=`)).toBe(false);
});

test('a wrong password makes no browser known', async () => {
  expect((await login(kari.username, 'wrong')).set).toEqual([]);
});

test('a browser is known for 30 users at most: the oldest is forgotten', async () => {
  const others = Array.from({ length: 29 }, (_, n) => `varde_browser_other${n}=x`);
  const more = (extra: string[]) => login(kari.username, testPassword, { cookie: [...extra, ...others].join('; ') });
  const cleared = ({ set }: { set: string[] }) =>
    set.filter((each) => each.includes('=;')).map((each) => each.split('=', 1)[0]);
  expect(cleared(await more([]))).toEqual([]);
  expect(cleared(await more(['varde_browser_oldest=x']))).toEqual(['varde_browser_oldest']);
  const hers = await knownFor(kari);
  expect(cleared(await more([hers]))).toEqual([]);
});

test('a flood of unknown logins does not delay known browsers', async () => {
  const hers = await knownFor(kari);
  const flood = Array.from({ length: 110 }, (_, n) => login(`nobody-${n}@test.example`, 'wrong', { address: home }));
  const answer = await login(kari.username, testPassword, { cookie: hers });
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses).toContain(429);
  expect(answer.status).toBe(200);
});
