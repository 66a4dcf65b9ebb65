import { createCustomer, createUser, type TestUser, testPassword } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consents, users } from '#domain/accounts/tables.ts';
import { queryRows } from '#platform/database/database.ts';

const clock = createManualClock();
let server: TestServer;
let kari: TestUser;
let cookie: string;
let custId: number;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  custId = await createCustomer(server.db);
  kari = await createUser(server.db, { role: 'FIRM', custId });
  cookie = await server.loginAs(kari);
});

const profile = {
  firstName: 'Kari',
  lastName: 'Nordmann',
  mobile: '+47 412 34 567',
  language: 'en',
  theme: 'dark',
};
const isAlive = async (as: string) => (await server.call('GET', '/ajax/session', { as })).status === 200;
const audited = () =>
  queryRows<{ content: string }>(server.db, sql`select content from audit_entries order by audit_id`).then((rows) =>
    rows.map(({ content }) => JSON.parse(content)),
  );
const stored = async () => (await server.db.select().from(users).where(eq(users.userId, kari.userId)))[0];
const changePassword = (password: string, currentPassword = testPassword, as = cookie) =>
  server.call('PUT', '/ajax/profile/password', { as, body: { currentPassword, password } });

test('a user changes their own profile, and the log has the values before and after', async () => {
  const saved = await server.call('PUT', '/ajax/profile', { as: cookie, body: profile });
  expect(saved).toMatchObject({ status: 200, body: { ...profile, username: kari.username } });
  expect((await server.call('GET', '/ajax/profile', { as: cookie })).body).toEqual(saved.body);
  await server.call('PUT', '/ajax/profile', { as: cookie, body: profile });
  expect(await audited()).toMatchObject([
    {
      action: 'user.profileChanged',
      userId: kari.userId,
      custId,
      before: { firstName: 'Test', language: 'nb', theme: null },
      after: { firstName: 'Kari', language: 'en', theme: 'dark' },
    },
  ]);
});

test('a profile changes no role, no username and no other account', async () => {
  const greedy = {
    ...profile,
    username: 'root@test.example',
    userId: 1,
    policies: [{ role: 'SUPERFIRM', custId: null }],
    passwordHash: 'x',
    disabledAt: null,
    isAdmin: true,
  };
  const before = await stored();
  expect((await server.call('PUT', '/ajax/profile', { as: cookie, body: greedy })).status).toBe(200);
  const session = await server.call('GET', '/ajax/session', { as: cookie });
  expect(session.body).toMatchObject({ username: kari.username, userId: kari.userId });
  expect(await stored()).toMatchObject({ username: before?.username, passwordHash: before?.passwordHash });
  expect(await queryRows(server.db, sql`select * from user_policies`)).toHaveLength(1);
});

test.each([
  ['an empty name', { firstName: '  ' }],
  ['a name without end', { lastName: 'x'.repeat(81) }],
  ['a line break in a name', { firstName: 'Kari\r\nBcc: all@example.no' }],
  ['a mobile number that is none', { mobile: "'; drop table users; --" }],
  ['a language that nobody speaks', { language: 'tlh' }],
  ['a theme that does not exist', { theme: 'pink' }],
])('a profile with %s is refused', async (_, wrong) => {
  const answer = await server.call('PUT', '/ajax/profile', { as: cookie, body: { ...profile, ...wrong } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'validationFailed' } });
});

test('names are stored as typed, whatever their form', async () => {
  const firstName = `<script>alert(1)</script>'); drop table users; --`;
  const saved = await server.call('PUT', '/ajax/profile', { as: cookie, body: { ...profile, firstName } });
  expect(saved.body).toMatchObject({ firstName });
});

test('a new password needs the old one, ends every other session and is reported by mail', async () => {
  const elsewhere = await server.loginAs(kari);
  expect((await changePassword('fjellrev spiser blåbær')).status).toBe(200);
  expect([await isAlive(cookie), await isAlive(elsewhere)]).toEqual([true, false]);
  const again = await changePassword('bussen gikk 07.14');
  expect(again).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'currentPassword', message: 'wrong' }] },
  });
  expect(await mailsIn(server.db)).toMatchObject([
    { recipient: kari.username, template: 'passwordChanged', content: { address: '127.0.0.1' } },
  ]);
  expect(JSON.stringify(await audited())).not.toContain('fjellrev');
});

test.each([
  ['kort', 'tooShort'],
  ['Sommer2026!!!!', 'tooCommon'],
])('the password %s is refused and nothing changes', async (password, fault) => {
  const before = await stored();
  expect(await changePassword(password)).toMatchObject({
    status: 400,
    body: { code: 'validationFailed', errors: [{ path: 'password', message: fault }] },
  });
  expect(await stored()).toEqual(before);
});

test('an open console does not allow guessing the password', async () => {
  const codes = [];
  for (let guess = 0; guess < 10; guess++)
    codes.push((await changePassword('fjellrev spiser blåbær', `guess ${guess}`)).status);
  expect(codes).toEqual([...Array(8).fill(400), 429, 429]);
  expect((await changePassword('fjellrev spiser blåbær')).status).toBe(429);
});

test('parallel guesses of the password get no more tries than guesses in sequence', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, guess) => changePassword('fjellrev spiser blåbær', `guess ${guess}`)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(8);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(22);
});

test('sessions are listed with their origin, and end one by one or all but the present one', async () => {
  const login = await server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username: kari.username, password: testPassword }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Firefox <b>on</b> a phone',
    },
  });
  const phone = String(login.headers['set-cookie']).split(';', 1)[0] ?? '';
  const tablet = await server.loginAs(kari);
  await server.loginAs(await createUser(server.db, { role: 'FIRM', custId }));
  const list = await server.call('GET', '/ajax/sessions', { as: phone });
  const { sessions } = list.body as {
    sessions: { sessionId: number; current: boolean; userAgent: string }[];
  };
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ current }) => current)).toMatchObject([
    { address: '127.0.0.1', userAgent: 'Firefox <b>on</b> a phone' },
  ]);
  expect(JSON.stringify(list.body)).not.toContain('tokenHash');
  const own = sessions.find(({ current }) => current)?.sessionId;
  expect((await server.call('DELETE', `/ajax/sessions/${own}`, { as: tablet })).status).toBe(200);
  expect([await isAlive(phone), await isAlive(tablet), await isAlive(cookie)]).toEqual([false, true, true]);
  expect((await server.call('DELETE', '/ajax/sessions', { as: tablet })).body).toEqual({ ended: 1 });
  expect([await isAlive(tablet), await isAlive(cookie)]).toEqual([true, false]);
});

test('a user cannot end or detect another user’s session', async () => {
  const stranger = await server.loginAs(await createUser(server.db));
  const list = await server.call('GET', '/ajax/sessions', { as: cookie });
  const { sessions } = list.body as { sessions: { sessionId: number }[] };
  const there = await server.call('DELETE', `/ajax/sessions/${sessions[0]?.sessionId}`, { as: stranger });
  const absent = await server.call('DELETE', '/ajax/sessions/2147483647', { as: stranger });
  expect([there.status, there.body]).toEqual([absent.status, absent.body]);
  expect(there.status).toBe(404);
  expect(await isAlive(cookie)).toBe(true);
});

test('an expired idle session is not listed', async () => {
  await server.loginAs(kari);
  clock.advance(13 * 3_600_000);
  const fresh = await server.loginAs(kari);
  const list = await server.call('GET', '/ajax/sessions', { as: fresh });
  expect((list.body as { sessions: unknown[] }).sessions).toHaveLength(1);
});

test('[D7.085 D4.098] a user who has confirmed the notice about positions has given a consent, once, until it is withdrawn', async () => {
  const given = async () => (await server.call('GET', '/ajax/profile/map_consent', { as: cookie })).body;
  const withdraw = async () => {
    clock.advance(1000);
    const at = new Date(clock.now());
    const withdrawn = { kind: 'positions', state: 'withdrawn', saidAt: at, recordedAt: at } as const;
    await server.db.insert(consents).values({ ...withdrawn, userId: kari.userId, custId, recordedBy: kari.userId });
    clock.advance(1000);
  };
  await withdraw();
  expect(await given()).toEqual({ given: false });
  for (let times = 0; times < 2; times++)
    expect((await server.call('POST', '/ajax/profile/map_consent', { as: cookie })).body).toEqual({ given: true });
  expect(await given()).toEqual({ given: true });
  const kept = await server.db.select().from(consents).orderBy(consents.consentId);
  expect(kept.at(-1)).toMatchObject({ userId: kari.userId, custId, kind: 'positions', state: 'given' });
  expect((await audited()).filter(({ action }) => action === 'consent.given')).toHaveLength(1);
  await withdraw();
  expect(await given()).toEqual({ given: false });
});
