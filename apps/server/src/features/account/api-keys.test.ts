import type { Role } from '@varde/catalogue/permissions';
import { addTestKey } from '@varde/testing/api-keys';
import {
  createAlarm,
  createCustomer,
  createDevice,
  createUser,
  type TestUser,
  testPassword,
} from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiKeys, userPolicies, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { isDemoAccount } from '../../demo/accounts.ts';
import { accountMails } from '../../jobs/account-mails.ts';

const clock = createManualClock();
let server: TestServer;
let custId: number;
let kari: TestUser;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { VARDE_TWO_FACTOR_ROLES: 'SUPERAHP' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  custId = await createCustomer(server.db);
  kari = await createUser(server.db, { role: 'FIRM', custId });
  cookie = await server.loginAs(kari);
});

const minute = 60_000;
const path = '/ajax/profile/api_keys';
const create = (body: object = {}, as = cookie) =>
  server.call('POST', path, {
    as,
    body: { name: 'Trygghetssentralen', expiresAt: null, password: testPassword, ...body },
  });
const made = async (body: object = {}, as = cookie): Promise<string> => (await create(body, as)).body.key;
const list = async (as = cookie) => (await server.call('GET', path, { as })).body;
const end = (keyId: number, as = cookie) => server.call('DELETE', `${path}/${keyId}`, { as });
/** The status and the code of a call by a program. */
async function alarmsWith(authorization: string, headers: Record<string, string> = {}) {
  const { status, body } = await server.call('GET', '/ajax/alarms', {
    headers: { authorization, ...headers },
  });
  return [status, body.code];
}
const works = [200, undefined];
const lastEntry = async () => {
  const [entry] = await server.db.select().from(auditEntries).orderBy(desc(auditEntries.auditId)).limit(1);
  return JSON.parse(entry?.content ?? '{}');
};

describe('a key for programs', () => {
  test('is made with the password, shown once, and stored as a hash; its user gets a mail', async () => {
    const { status, body } = await create({ name: '  Trygghetssentralen ' });
    expect(status).toBe(200);
    expect(body.key).toMatch(/^varde_[\w-]{43}$/);
    const entry = { keyId: 1, name: 'Trygghetssentralen', createdAt: clock.now() };
    expect(body.keys).toEqual([{ ...entry, lastUsedAt: null, expiresAt: null }]);
    expect(await list()).toEqual({ keys: body.keys, mayCreate: true });
    expect(JSON.stringify(await server.db.select().from(apiKeys))).not.toContain(body.key.slice(6));
    expect(await lastEntry()).toMatchObject({
      action: 'apiKey.created',
      userId: kari.userId,
      after: { keyId: 1, keyName: 'Trygghetssentralen', expiresAt: null },
    });
    expect(await mailsIn(server.db)).toMatchObject([
      { recipient: kari.username, template: 'apiKeyCreated', content: { name: 'Trygghetssentralen' } },
    ]);
    expect(await alarmsWith(`Bearer ${body.key}`)).toEqual(works);
  });

  test.each([
    ['a wrong password', { password: 'gal' }, 'password'],
    ['no name', { name: '   ' }, 'name'],
    ['a name of 81 characters', { name: 'a'.repeat(81) }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['an end that has passed', { expiresAt: 1 }, 'expiresAt'],
    ['an end that is no time', { expiresAt: '2027-01-01' }, 'expiresAt'],
  ])('is not made with %s', async (_what, body, field) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
    expect(await list()).toMatchObject({ keys: [] });
  });

  test('may have a name of 80 characters, and there are ten of a user, also when they are made side by side', async () => {
    const answers = await Promise.all(Array.from({ length: 11 }, () => create({ name: 'å'.repeat(80) })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'tooManyKeys' });
    await end(1);
    expect((await create()).status).toBe(200);
  });

  test('there are ten of a user on the database itself, whatever else is busy', async () => {
    const added = await Promise.allSettled(Array.from({ length: 30 }, () => addTestKey(server.db, kari)));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('has the context of the session in which it is made', async () => {
    const partner = await createCustomer(server.db, { kind: 'partner' });
    const operator = await createUser(server.db, { role: 'AHP', custId: partner });
    for (const context of ['PROFFWEB', 'AHP'] as const)
      expect((await create({}, await server.loginAs(operator, context))).status).toBe(200);
    const stored = await server.db.select().from(apiKeys).orderBy(apiKeys.keyId);
    expect(stored.map(({ context }) => context)).toEqual(['PROFFWEB', 'AHP']);
  });

  test('is made only by users who may handle alarms; who lost that still sees and ends theirs', async () => {
    await create();
    const change = (role: Role) =>
      server.db.update(userPolicies).set({ role }).where(eq(userPolicies.userId, kari.userId));
    await change('TRACKER');
    expect(await create()).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
    expect(await list()).toMatchObject({ keys: [{ keyId: 1 }], mayCreate: false });
    expect(await end(1)).toMatchObject({ status: 200, body: { keys: [] } });
  });

  test('is ended by its user alone, and the next call is refused', async () => {
    const key = await made();
    const ola = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId }));
    expect((await end(1, ola)).status).toBe(404);
    expect(await alarmsWith(`Bearer ${key}`)).toEqual(works);
    expect((await end(1)).status).toBe(200);
    expect(await alarmsWith(`Bearer ${key}`)).toEqual([401, 'keyInvalid']);
    expect(await lastEntry()).toMatchObject({
      action: 'apiKey.ended',
      before: { keyId: 1, keyName: 'Trygghetssentralen' },
    });
    expect((await end(1)).status).toBe(404);
  });

  test('is valid until its end, and is listed afterwards', async () => {
    const expiresAt = clock.now() + minute;
    const key = await made({ expiresAt });
    clock.advance(minute - 1);
    expect(await alarmsWith(`Bearer ${key}`)).toEqual(works);
    clock.advance(1);
    expect(await alarmsWith(`Bearer ${key}`)).toEqual([401, 'keyInvalid']);
    expect((await list()).keys).toMatchObject([{ expiresAt }]);
  });

  test('shows its last use, written once a minute', async () => {
    const key = await made();
    const used = async () => (await list()).keys[0].lastUsedAt;
    const first = clock.now();
    await alarmsWith(`Bearer ${key}`);
    expect(await used()).toBe(first);
    clock.advance(minute);
    await alarmsWith(`Bearer ${key}`);
    expect(await used()).toBe(first);
    clock.advance(1);
    await alarmsWith(`Bearer ${key}`);
    expect(await used()).toBe(clock.now());
  });
});

describe('a key is refused in any other form:', () => {
  test.each<[string, (key: string) => string, unknown[]]>([
    ['a letter less', (key) => `Bearer ${key.slice(0, -1)}`, [401, 'keyInvalid']],
    ['a letter more', (key) => `Bearer ${key}A`, [401, 'keyInvalid']],
    ['in capitals', (key) => `Bearer varde_${key.slice(6).toUpperCase()}`, [401, 'keyInvalid']],
    ['twice', (key) => `Bearer ${key} ${key}`, [401, 'keyInvalid']],
    ['twice with a comma', (key) => `Bearer ${key}, Bearer ${key}`, [401, 'keyInvalid']],
    ['the beginning alone', () => 'Bearer varde_', [401, 'keyInvalid']],
    ['of many letters', () => `Bearer varde_${'a'.repeat(8000)}`, [401, 'keyInvalid']],
    ['without the scheme', (key) => key, [401, 'notLoggedIn']],
    ['the scheme alone', () => 'Bearer', [401, 'notLoggedIn']],
    ['in quotes', (key) => `Bearer "${key}"`, [401, 'notLoggedIn']],
    ['as Basic', (key) => `Basic ${btoa(`kari:${key}`)}`, [401, 'notLoggedIn']],
    ['as Token', (key) => `Token ${key}`, [401, 'notLoggedIn']],
    ['empty', () => '', [401, 'notLoggedIn']],
  ])('%s', async (_form, headerOf, answer) => {
    expect(await alarmsWith(headerOf(await made()))).toEqual(answer);
  });

  test('in an address, a body or another header', async () => {
    const key = await made();
    for (const name of ['key', 'api_key', 'access_token', 'token', 'authorization'])
      expect((await server.call('GET', `/ajax/alarms?${name}=${key}`)).status, name).toBe(401);
    const claim = {
      method: 'POST',
      url: '/ajax/alarms/1/release',
      body: { claimedBy: 1, access_token: key },
    };
    expect((await server.call('POST', claim.url, { body: claim.body })).status).toBe(401);
    expect((await server.call('GET', '/ajax/alarms', { headers: { 'x-api-key': key } })).status).toBe(401);
  });

  test('but the scheme is written in any case, as HTTP has it', async () => {
    const key = await made();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(await alarmsWith(`${scheme} ${key}`)).toEqual(works);
    expect(await alarmsWith(`  Bearer   ${key}  `)).toEqual(works);
  });

  test('a wrong key is refused beside a session, and the token of a proxy is not looked at', async () => {
    expect(await alarmsWith(`Bearer varde_${'a'.repeat(43)}`, { cookie })).toEqual([401, 'keyInvalid']);
    for (const other of ['Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 'Basic a2FyaTpzZWNyZXQ='])
      expect(await alarmsWith(other, { cookie })).toEqual(works);
  });

  test('with another user’s cookie the key counts, and the cookie does not', async () => {
    const elsewhere = await createCustomer(server.db);
    const { deviId } = await createDevice(server.db, { custId: elsewhere });
    const alarmId = await createAlarm(server.db, { deviId, custId: elsewhere });
    const theirs = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: elsewhere }));
    const authorization = `Bearer ${await made()}`;
    const url = `/ajax/alarms/${alarmId}`;
    expect((await server.call('GET', url, { as: theirs })).status).toBe(200);
    expect((await server.call('GET', url, { as: theirs, headers: { authorization } })).status).toBe(404);
  });
});

describe('a key ends or rests with its user:', () => {
  let key: string;
  let admin: string;
  beforeEach(async () => {
    key = await made();
    admin = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: null }));
  });
  const answer = () => alarmsWith(`Bearer ${key}`);
  const invalid = [401, 'keyInvalid'];
  const user = () => `/ajax/users/${kari.userId}`;
  const activate = (active: boolean) => server.call('PUT', `${user()}/activation`, { as: admin, body: { active } });

  test('deactivated, and not valid again when the user is activated', async () => {
    expect((await activate(false)).status).toBe(200);
    expect(await answer()).toEqual(invalid);
    expect((await activate(true)).status).toBe(200);
    expect(await answer()).toEqual(invalid);
    expect((await list(await server.loginAs(kari))).keys).toEqual([]);
  });

  test('deleted, and not valid again when the user is restored', async () => {
    expect((await server.call('DELETE', user(), { as: admin })).status).toBe(200);
    expect(await answer()).toEqual(invalid);
    expect((await server.call('POST', `${user()}/undeletion`, { as: admin })).status).toBe(200);
    expect(await answer()).toEqual(invalid);
  });

  test('a password that is recovered by mail ends it; one that is changed in the profile does not', async () => {
    const run = createJobRunner(server, clock);
    const password = 'fjellrev spiser blåbær';
    const change = { currentPassword: testPassword, password };
    expect((await server.call('PUT', '/ajax/profile/password', { as: cookie, body: change })).status).toBe(200);
    expect((await server.call('DELETE', '/ajax/sessions', { as: cookie })).status).toBe(200);
    expect(await answer()).toEqual(works);
    await server.call('GET', `/ajax/user/forgot/${kari.username}`);
    await run(accountMails);
    const mail = (await mailsIn(server.db)).at(-1);
    const token = String(mail?.content?.path).split('/').at(-1);
    const body = { token, password: 'blåbær spiser fjellrev' };
    expect((await server.call('POST', '/ajax/user/resetpassword', { body })).status).toBe(200);
    expect(await answer()).toEqual(invalid);
    expect(await lastEntry()).toMatchObject({ action: 'user.passwordReset', before: { keyIds: [1] } });
  });

  test('no login, however that came about', async () => {
    await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.userId, kari.userId));
    expect(await answer()).toEqual(invalid);
  });

  test('an account of the demo, where Varde is no demo', async () => {
    const guest = await createUser(server.db, { role: 'FIRM', custId }, 'firm@solvik.example');
    expect(isDemoAccount(guest.username)).toBe(true);
    expect(await alarmsWith(`Bearer ${await addTestKey(server.db, guest)}`)).toEqual(invalid);
  });

  test('a temporary user that ends', async () => {
    const temporaryUntil = new Date(clock.now() + minute);
    await server.db.update(users).set({ temporaryUntil }).where(eq(users.userId, kari.userId));
    expect(await answer()).toEqual(works);
    clock.advance(minute);
    expect(await answer()).toEqual(invalid);
  });

  test('a role that is taken, at once', async () => {
    await server.db.delete(userPolicies).where(eq(userPolicies.userId, kari.userId));
    expect(await answer()).toEqual([403, 'notAllowed']);
  });

  test('a role that requires the second step of the login, which is not set up', async () => {
    await server.db.update(userPolicies).set({ role: 'SUPERAHP' }).where(eq(userPolicies.userId, kari.userId));
    expect(await answer()).toEqual([403, 'notAllowed']);
    await server.db.update(users).set({ twoFactorSecret: 'set' }).where(eq(users.userId, kari.userId));
    expect(await answer()).toEqual(works);
  });

  test('an administrator sees and ends it, and one who may not edit the user does neither', async () => {
    const url = `${user()}/api_keys`;
    const [home, elsewhere] = [custId, await createCustomer(server.db)];
    for (const other of [home, elsewhere]) {
      const as = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId: other }));
      expect([403, 404]).toContain((await server.call('GET', url, { as })).status);
      expect([403, 404]).toContain((await server.call('DELETE', `${url}/1`, { as })).status);
    }
    // Who is lent the administration of users for reading sees none of their keys.
    const lent = { role: 'FIRM' as const, policy: 'USER_PRIVILEGES_ALL', status: 'active' as const };
    await server.db.insert(customerRolePolicies).values([
      { ...lent, custId: home, information: 'read' },
      { ...lent, custId: home, policy: 'USER_PRIVILEGES_READ', information: 'read' },
    ]);
    const borrower = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: home }));
    expect((await server.call('GET', user(), { as: borrower })).status).toBe(200);
    expect((await server.call('GET', url, { as: borrower })).status).toBe(403);
    // Nor may an administrator here do so with a user who has more rights.
    const lesser = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: home }));
    expect((await server.call('GET', url, { as: lesser })).status).toBe(200);
    await server.db.insert(userPolicies).values({ userId: kari.userId, role: 'FIRM', custId: elsewhere });
    for (const [method, at] of [['GET', url] as const, ['DELETE', `${url}/1`] as const])
      expect(await server.call(method, at, { as: lesser })).toMatchObject({
        status: 403,
        body: { code: 'notAllowed' },
      });
    expect((await server.call('GET', url, { as: admin })).body.keys).toMatchObject([
      { keyId: 1, name: 'Trygghetssentralen' },
    ]);
    expect(await answer()).toEqual(works);
    expect((await server.call('DELETE', `${url}/1`, { as: admin })).body).toEqual({ keys: [] });
    expect(await answer()).toEqual(invalid);
    expect((await server.call('DELETE', `${url}/1`, { as: admin })).status).toBe(404);
  });
});
