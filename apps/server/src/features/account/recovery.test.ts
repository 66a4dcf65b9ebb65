import { createUser, type TestUser, testPassword } from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountRequests, accountTokens, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { renderMail } from '#domain/messages/render-mail.ts';
import { accountMails } from '../../jobs/account-mails.ts';
import { retention } from '../../jobs/retention.ts';

const clock = createManualClock();
let server: TestServer;
let run: ReturnType<typeof createJobRunner>;
let kari: TestUser;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { VARDE_LOGIN_NOTICE: 'Stengt lørdag' } });
  run = createJobRunner(server, clock);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  kari = await createUser(server.db, undefined, 'kari@test.example', { isNew: true });
});

const hour = 3_600_000;
const password = 'fjellrev spiser blåbær';

const forgot = (username: string) => server.call('GET', `/ajax/user/forgot/${encodeURIComponent(username)}`);
const resend = (username: unknown) =>
  server.call('POST', '/ajax/user/resendverification/', { body: JSON.stringify(username), headers: json });
const json = { 'content-type': 'application/json' };
const reset = (token: string, chosen = password) =>
  server.call('POST', '/ajax/user/resetpassword', { body: { token, password: chosen } });
const login = (chosen: string, username = kari.username) =>
  server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username, password: chosen }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/** Mails in the outbox; each has the test clock's time at which it was queued. */
const mails = async () => mailsIn(server.db);
const tokenIn = (mail: { content: Record<string, string | number> | null } | undefined) =>
  String(mail?.content?.path).split('/').at(-1) ?? '';

async function linkFor(username = kari.username): Promise<string> {
  await forgot(username);
  await run(accountMails);
  return tokenIn((await mails()).at(-1));
}

describe('a forgotten password', () => {
  test('gets the same answer and the same work for known, unknown and disabled users, and a mail for known ones [C7.07]', async () => {
    const gone = await createUser(server.db);
    await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.userId, gone.userId));
    const answers = [
      await forgot(` ${kari.username.toUpperCase()} `),
      await forgot('nobody@test.example'),
      await forgot(gone.username),
    ];
    for (const { status, body } of answers) expect([status, body]).toEqual([200, {}]);
    // No account has been looked up yet: all three requests are only stored.
    expect(await server.db.select().from(accountRequests)).toHaveLength(3);
    expect(await mails()).toEqual([]);
    await run(accountMails);
    expect(await mails()).toMatchObject([{ recipient: kari.username, template: 'resetPassword' }]);
    expect(await server.db.select().from(accountRequests)).toEqual([]);
  });

  test('is replaced by the link in the mail: once, and every session ends [C7.08]', async () => {
    const cookie = await server.loginAs(kari);
    const token = await linkFor();
    expect(await reset(token)).toMatchObject({ status: 200, body: {} });
    expect((await server.call('GET', '/ajax/session', { as: cookie })).status).toBe(401);
    expect((await login(testPassword)).status).toBe(401);
    expect((await login(password)).status).toBe(200);
    expect(await reset(token)).toMatchObject({ status: 410, body: { code: 'linkInvalid' } });
    expect((await mails()).at(-1)).toMatchObject({ template: 'passwordChanged', recipient: kari.username });
  });

  test('is not replaced twice by concurrent uses of one link', async () => {
    const token = await linkFor();
    const answers = await Promise.all([reset(token), reset(token, 'bussen gikk 07.14')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  test('is not replaced by a link that has expired, is cut off, made up, for another purpose, or after another was used', async () => {
    const earlier = await linkFor();
    const token = await linkFor();
    expect((await reset(token.slice(0, -1))).status).toBe(410);
    expect((await reset(`' or 1=1; --`)).status).toBe(410);
    expect((await server.call('GET', `/ajax/user/validation/${token}`)).status).toBe(410);
    expect((await reset(token)).status).toBe(200);
    expect((await reset(earlier)).status).toBe(410);
    const late = await linkFor();
    clock.advance(hour + 1);
    expect((await reset(late)).status).toBe(410);
    await run(retention);
    expect(await server.db.select().from(accountTokens)).toEqual([]);
  });

  test('is not replaced by a guessed link, and the real one continues to work', async () => {
    const token = await linkFor();
    expect(await reset(token, 'Passord12345!')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'password', message: 'tooCommon' }] },
    });
    expect((await reset(token)).status).toBe(200);
  });

  test('is not replaced by a link from before the password was changed', async () => {
    const token = await linkFor();
    const body = { currentPassword: testPassword, password: 'rypa løper over vidda' };
    const as = await server.loginAs(kari);
    expect((await server.call('PUT', '/ajax/profile/password', { as, body })).status).toBe(200);
    expect(await reset(token)).toMatchObject({ body: { code: 'linkInvalid' } });
    expect((await login(password)).status).toBe(401);
  });

  test('is sent with the configured address of the console, whatever host the call names', async () => {
    await server.call('GET', `/ajax/user/forgot/${encodeURIComponent(kari.username)}`, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
    });
    await run(accountMails);
    const [mail] = await mails();
    if (mail?.content == null) throw new Error('no mail');
    const { text, html } =
      renderMail({ ...mail, content: JSON.stringify(mail.content) }, 'https://varde.example') ?? {};
    expect(`${text}${html}${JSON.stringify(mail)}`).not.toContain('evil.example');
    expect(text).toContain('https://varde.example/#/reset/');
  });

  test('of a disabled user stays, whatever the link', async () => {
    const token = await linkFor();
    await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.userId, kari.userId));
    expect((await reset(token)).status).toBe(410);
  });

  test('when replaced ends the pause caused by wrong guesses', async () => {
    for (let guess = 0; guess < 8; guess++) await login(`guess ${guess}`);
    expect((await login(testPassword)).status).toBe(429);
    expect((await reset(await linkFor())).status).toBe(200);
    expect((await login(password)).status).toBe(200);
  });

  test('the token of the link is stored only in the mail', async () => {
    const token = await linkFor();
    expect(JSON.stringify(await server.db.select().from(accountTokens))).not.toContain(token);
  });
});

test('three mails of a kind are sent in an hour, and an address with many requests has to wait', async () => {
  const statuses = [];
  for (let asked = 0; asked < 22; asked++) {
    statuses.push((await forgot(asked % 2 === 0 ? kari.username : `nobody-${asked}@test.example`)).status);
    await run(accountMails);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  expect(await mails()).toHaveLength(3);
});

test('many wrong passwords for an account are reported to its owner, once, and are in the audit log', async () => {
  for (let guess = 0; guess < 12; guess++) await login(`guess ${guess}`);
  for (let guess = 0; guess < 12; guess++) await login(`guess ${guess}`, 'nobody@test.example');
  await run(accountMails);
  expect(await mails()).toMatchObject([
    { recipient: kari.username, template: 'accountLocked', content: { address: '127.0.0.1' } },
  ]);
  const entries = await server.db.select().from(auditEntries);
  expect(entries.map(({ content }) => JSON.parse(content ?? ''))).toMatchObject([
    { action: 'user.locked', userId: null, address: '127.0.0.1', subjectId: kari.userId },
  ]);
});

test('an account with an unconfirmed address is closed until a new password is chosen by a link to it', async () => {
  await server.db.update(users).set({ emailValidatedAt: null });
  expect(await login(testPassword)).toMatchObject({ status: 401, body: { code: 'loginFailed' } });
  expect((await reset(await linkFor())).status).toBe(200);
  expect((await login(password)).status).toBe(200);
});

test('a new link is sent only to accounts that need one, and the answer does not reveal which', async () => {
  expect((await resend(kari.username)).body).toEqual((await resend('nobody@test.example')).body);
  await run(accountMails);
  expect(await mails()).toEqual([]);
});

test.each([
  ['', 400],
  [null, 400],
  [{ username: 'x' }, 400],
  ['x'.repeat(255), 400],
  ['a\u0000b', 400],
])('a username like %j is refused', async (username, status) => {
  expect((await resend(username)).status).toBe(status);
});

describe('how personal data is used', () => {
  test('is public in each language, with the notice of the installation [C7.16]', async () => {
    expect((await server.call('GET', '/ajax/text/forLogin')).body).toMatchObject({
      notice: 'Stengt lørdag',
      gdpr: { nb: expect.any(Array), en: expect.any(Array) },
    });
  });

  test('is accepted by each user alone, and required until then [C7.18]', async () => {
    const cookie = await server.loginAs(kari);
    const pending = async () =>
      ((await server.call('GET', '/ajax/session', { as: cookie })).body as { pending: string[] }).pending;
    const accept = (username: string) =>
      server.call('POST', '/ajax/user/gdpr/ps/true', { as: cookie, body: { username } });
    expect(await pending()).toEqual(['gdpr']);
    expect((await accept('somebody@test.example')).status).toBe(403);
    expect(await pending()).toEqual(['gdpr']);
    expect((await accept(kari.username)).status).toBe(200);
    expect(await pending()).toEqual([]);
  });

  test('is sent by mail on request [C7.17]', async () => {
    const cookie = await server.loginAs(kari);
    await server.call('GET', '/ajax/user/sendEmailGdpr', { as: cookie });
    await run(accountMails);
    expect(await mails()).toMatchObject([{ recipient: kari.username, template: 'gdpr' }]);
  });
});
