import { addTestKey } from '@varde/testing/api-keys';
import { createCustomer, createUser, testPassword } from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { invitationMails } from '../../jobs/invitation-mails.ts';

const clock = createManualClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

let ids: { solvik: number; home: number; other: number };
let admin: string;
let manager: string;
let managerId: number;
let nurse: string;
let nurseId: number;
let stranger: { userId: number };
const hour = 3_600_000;

beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const solvik = await createCustomer(db, { firmName: 'Solvik' });
  const home = await createCustomer(db, { firmName: 'Sykehjemmet', kind: 'home', parentId: solvik });
  const other = await createCustomer(db, { firmName: 'Annen' });
  ids = { solvik, home, other };
  const chief = await createUser(db, { role: 'SUPERFIRM', custId: solvik }, 'leder@test.example');
  const worker = await createUser(db, { role: 'RESTRICTED_USER', custId: home }, 'pleier@test.example');
  stranger = await createUser(db, { role: 'SUPERFIRM', custId: other }, 'fremmed@test.example');
  managerId = chief.userId;
  nurseId = worker.userId;
  admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }, 'admin@test.example'));
  manager = await server.loginAs(chief);
  nurse = await server.loginAs(worker);
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = async (as: string, method: Method, path: string, body?: object) =>
  server.call(method, `/ajax/${path}`, { as, ...(body === undefined ? {} : { body }) });
const usernames = (answer: { body: { users: { username: string }[] } }) =>
  answer.body.users.map(({ username }) => username.split('@')[0]).sort();
const policiesOf = (userId: number) => server.db.select().from(userPolicies).where(eq(userPolicies.userId, userId));
const setPolicies = (as: string, userId: number, policies: object[]) =>
  call(as, 'PUT', `users/${userId}/policies`, { policies });

const details = () => ({
  firstName: 'Nora',
  lastName: 'Ny',
  mobile: null as string | null,
  language: 'nb',
  custId: ids.home,
  temporaryUntil: null as number | null,
});
const add = (as: string, body: object = {}) =>
  call(as, 'POST', 'users', { username: 'ny@test.example', policies: [], ...details(), ...body });

describe('the list of users', () => {
  test('shows the users of the caller’s customers, and those alone', async () => {
    expect(usernames(await call(admin, 'GET', 'users'))).toEqual(['admin', 'fremmed', 'leder', 'pleier']);
    expect(usernames(await call(manager, 'GET', 'users'))).toEqual(['leder', 'pleier']);
    expect((await call(nurse, 'GET', 'users')).status).toBe(403);
    expect((await call(manager, 'GET', `users/${stranger.userId}`)).status).toBe(404);
  });

  test('shows users with roles at the caller’s customers, with the roles there and only a count of the others', async () => {
    await setPolicies(admin, stranger.userId, [
      { role: 'SUPERFIRM', custId: ids.other },
      { role: 'TRACKER', custId: ids.home },
    ]);
    const { body } = await call(manager, 'GET', `users/${stranger.userId}`);
    expect(body).toMatchObject({
      policies: [{ role: 'TRACKER', custId: ids.home, custName: 'Sykehjemmet' }],
      otherPolicies: 1,
      custId: null,
      custName: null,
      abilities: ['policies'],
    });
  });

  test('is searched by name or username, and filtered by customer', async () => {
    expect(usernames(await call(admin, 'GET', 'users?search=PLEIER'))).toEqual(['pleier']);
    expect(usernames(await call(admin, 'GET', `users?custId=${ids.home}`))).toEqual(['admin', 'leder', 'pleier']);
    expect(usernames(await call(manager, 'GET', `users?custId=${ids.other}`))).toEqual([]);
  });

  test('comes page by page, each user once', async () => {
    const first = await call(admin, 'GET', 'users?limit=3');
    const second = await call(admin, 'GET', `users?limit=3&cursor=${first.body.nextCursor}`);
    expect([...usernames(first), ...usernames(second)].sort()).toEqual(['admin', 'fremmed', 'leder', 'pleier']);
  });
});

describe('a new user', () => {
  test('gets a mail to choose a password, has the given roles, and is in the audit log', async () => {
    const answer = await add(manager, {
      username: ' Ny@Test.example ',
      mobile: '912 34 567',
      policies: [{ role: 'TRACKER', custId: ids.home }],
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { username: 'ny@test.example', mobile: '+4791234567', custName: 'Sykehjemmet', state: 'invited' },
    });
    await createJobRunner(server, clock)(invitationMails);
    const [mail] = await mailsIn(server.db);
    expect(mail).toMatchObject({ template: 'invitation', recipient: 'ny@test.example', language: 'nb' });
    const [entry] = await server.db.select().from(auditEntries);
    expect(entry).toMatchObject({ action: 'user.created', custId: ids.home });
  });

  test('gets no role that the caller could not give', async () => {
    for (const policy of [
      { role: 'TRACKER', custId: ids.other },
      { role: 'TRACKER', custId: null },
      { role: 'SUPERFIRM', custId: null },
      { role: 'AHP', custId: ids.home },
      { role: 'SUPERAHP', custId: ids.solvik },
    ])
      expect((await add(manager, { policies: [policy] })).status, JSON.stringify(policy)).toBe(403);
    expect(await server.db.select().from(users)).toHaveLength(4);
  });

  test('belongs to a customer of the caller', async () => {
    for (const custId of [ids.other, null, 987654])
      expect(await add(manager, { custId })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'custId' }] },
      });
    expect((await add(admin, { custId: 987654 })).status).toBe(400);
    expect((await add(admin, { policies: [{ role: 'TRACKER', custId: 987654 }] })).status).toBe(400);
  });

  test.each([
    [{ username: 'no address' }, 'username'],
    [{ username: `${'a'.repeat(250)}@test.example` }, 'username'],
    [{ firstName: '' }, 'firstName'],
    [{ lastName: 'a\u0007b' }, 'lastName'],
    [{ mobile: '12' }, 'mobile'],
    [{ language: 'xx' }, 'language'],
    [{ temporaryUntil: 'soon' }, 'temporaryUntil'],
    [{ temporaryUntil: clock.now() }, 'temporaryUntil'],
  ])('with %j is refused at the field', async (body, path) => {
    expect(await add(manager, body)).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ path })] },
    });
  });

  test('needs a free username', async () => {
    expect(await add(manager, { username: 'PLEIER@test.example' })).toMatchObject({
      status: 409,
      body: { code: 'usernameTaken' },
    });
  });
});

describe('roles', () => {
  test('are given and removed at the caller’s customers; those elsewhere stay', async () => {
    await setPolicies(admin, nurseId, [
      { role: 'RESTRICTED_USER', custId: ids.home },
      { role: 'TRACKER', custId: ids.other },
    ]);
    const answer = await setPolicies(manager, nurseId, [
      { role: 'FIRM', custId: ids.solvik },
      { role: 'FIRM', custId: ids.solvik },
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: { policies: [{ role: 'FIRM', custId: ids.solvik }], otherPolicies: 1 },
    });
    expect(await policiesOf(nurseId)).toHaveLength(2);
  });

  test('cannot be given to oneself, nor beyond the giver’s own reach', async () => {
    expect((await setPolicies(manager, managerId, [{ role: 'SUPERFIRM', custId: ids.solvik }])).status).toBe(403);
    for (const policy of [
      { role: 'SUPERFIRM', custId: null },
      { role: 'FIRM', custId: ids.other },
      { role: 'SUPERAHP', custId: ids.home },
    ])
      expect((await setPolicies(manager, nurseId, [policy])).status).toBe(403);
    expect((await setPolicies(manager, stranger.userId, [])).status).toBe(404);
    expect(await policiesOf(nurseId)).toEqual([{ userId: nurseId, role: 'RESTRICTED_USER', custId: ids.home }]);
  });

  test('[C6.01] are the six of the specification and no others: each is given, and its holder logged in with it', async () => {
    for (const role of ['SUPERAHP', 'AHP', 'SUPERFIRM', 'FIRM', 'RESTRICTED_USER', 'TRACKER']) {
      const policies = [{ role, custId: ids.home }];
      expect(await setPolicies(admin, nurseId, policies)).toMatchObject({ status: 200, body: { policies } });
      expect((await call(nurse, 'GET', 'session')).body.roles).toEqual([{ role, selected: true }]);
    }
    for (const role of ['ADMIN', 'SUPERTRACKER', 'USER', 'superfirm', ''])
      expect((await setPolicies(admin, nurseId, [{ role, custId: ids.home }])).status, role).toBe(400);
    const asked = await call(await server.loginAs({ userId: managerId }), 'GET', `customers/${ids.home}/givable_roles`);
    expect(asked.body.added).toEqual(['SUPERFIRM', 'FIRM', 'RESTRICTED_USER', 'TRACKER']);
  });

  test('take effect with the next call, and are audited', async () => {
    await setPolicies(manager, nurseId, [{ role: 'SUPERFIRM', custId: ids.home }]);
    expect(usernames(await call(nurse, 'GET', 'users'))).toEqual(['pleier']);
    const [entry] = await server.db.select().from(auditEntries);
    expect(JSON.parse(entry?.content ?? '')).toMatchObject({
      action: 'user.policies',
      subjectId: nurseId,
      before: { taken: [{ role: 'RESTRICTED_USER', custId: ids.home }] },
      after: { given: [{ role: 'SUPERFIRM', custId: ids.home }] },
    });
  });
});

describe('an account', () => {
  const login = async (username: string) =>
    server.call('POST', '/perform_login', {
      body: new URLSearchParams({ username, password: testPassword }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  test('is changed by an administrator of its customer', async () => {
    const answer = await call(manager, 'PUT', `users/${nurseId}`, { ...details(), firstName: 'Ola' });
    expect(answer).toMatchObject({ status: 200, body: { firstName: 'Ola', lastName: 'Ny' } });
    expect((await call(nurse, 'PUT', `users/${managerId}`, details())).status).toBe(403);
    expect((await call(manager, 'PUT', `users/${managerId}`, details())).status).toBe(403);
  });

  test('with more rights than the administrator’s cannot be changed by them', async () => {
    await setPolicies(admin, nurseId, [{ role: 'SUPERFIRM', custId: null }]);
    expect((await call(manager, 'GET', `users/${nurseId}`)).body).toMatchObject({ abilities: ['policies'] });
    expect((await call(manager, 'PUT', `users/${nurseId}`, details())).status).toBe(403);
    expect((await call(manager, 'DELETE', `users/${nurseId}`)).status).toBe(403);
    expect((await call(manager, 'PUT', `users/${nurseId}/activation`, { active: false })).status).toBe(403);
  });

  test('takes no field that the call does not have', async () => {
    await call(manager, 'PUT', `users/${nurseId}`, {
      ...details(),
      username: 'kapret@test.example',
      passwordHash: 'x',
      userId: managerId,
      deletedAt: null,
      policies: [{ role: 'SUPERFIRM', custId: null }],
    });
    const [row] = await server.db.select().from(users).where(eq(users.userId, nurseId));
    expect(row).toMatchObject({ username: 'pleier@test.example', userId: nurseId });
    expect(row?.passwordHash).toMatch(/^\$argon2id/);
    expect(await policiesOf(nurseId)).toHaveLength(1);
  });

  test('that is disabled is logged out at once, and works again when it is enabled', async () => {
    await call(manager, 'PUT', `users/${nurseId}/activation`, { active: false });
    expect((await call(nurse, 'GET', 'session')).status).toBe(401);
    expect((await login('pleier@test.example')).status).toBe(401);
    await call(manager, 'PUT', `users/${nurseId}/activation`, { active: true });
    expect((await login('pleier@test.example')).status).toBe(200);
  });

  test('that is temporary ends by itself, unless it is promoted', async () => {
    await call(manager, 'PUT', `users/${nurseId}`, { ...details(), temporaryUntil: clock.now() + hour });
    expect(usernames(await call(manager, 'GET', 'users?state=temporary'))).toEqual(['pleier']);
    expect((await call(nurse, 'GET', 'session')).status).toBe(200);
    clock.advance(2 * hour);
    expect((await call(nurse, 'GET', 'session')).status).toBe(401);
    expect((await login('pleier@test.example')).status).toBe(401);
    const other = { ...details(), temporaryUntil: clock.now() - hour, lastName: 'Nytt navn' };
    expect((await call(manager, 'PUT', `users/${nurseId}`, other)).status, 'an end that is as it was').toBe(200);
    other.temporaryUntil -= 1;
    expect((await call(manager, 'PUT', `users/${nurseId}`, other)).status, 'another one').toBe(400);
    expect((await call(manager, 'POST', `users/${nurseId}/promotion`)).body).toMatchObject({
      temporaryUntil: null,
    });
    expect((await login('pleier@test.example')).status).toBe(200);
    expect((await call(manager, 'POST', `users/${nurseId}/promotion`)).status).toBe(403);
  });

  test.each([
    ['made permanent', () => call(manager, 'POST', `users/${nurseId}/promotion`)],
    [
      'given a later end',
      () => call(manager, 'PUT', `users/${nurseId}`, { ...details(), temporaryUntil: clock.now() + hour }),
    ],
  ])(
    'that was over and is %s has none of its API keys and sessions back; one that was not keeps them',
    async (_, renew) => {
      const answers = async () => {
        const byKey = await server.call('GET', '/ajax/alarms', { headers: { authorization: `Bearer ${key}` } });
        return [byKey.status, (await call(nurse, 'GET', 'session')).status];
      };
      await call(manager, 'PUT', `users/${nurseId}`, { ...details(), temporaryUntil: clock.now() + hour });
      const key = await addTestKey(server.db, { userId: nurseId });
      expect((await renew()).status).toBe(200);
      expect(await answers()).toEqual([200, 200]);
      await call(manager, 'PUT', `users/${nurseId}`, { ...details(), temporaryUntil: clock.now() + hour });
      clock.advance(2 * hour);
      expect(await answers()).toEqual([401, 401]);
      expect((await renew()).status).toBe(200);
      expect(await answers()).toEqual([401, 401]);
      expect((await login('pleier@test.example')).status).toBe(200);
    },
  );

  test('that is deleted leaves the list, is among the deleted, and can be restored', async () => {
    expect((await call(manager, 'DELETE', `users/${managerId}`)).status).toBe(403);
    expect((await call(manager, 'DELETE', `users/${nurseId}`)).status).toBe(200);
    expect((await call(nurse, 'GET', 'session')).status).toBe(401);
    expect(usernames(await call(manager, 'GET', 'users'))).toEqual(['leder']);
    const deleted = await call(manager, 'GET', 'deleted_users');
    expect(deleted.body.users).toEqual([
      expect.objectContaining({ userId: nurseId, state: 'deleted', abilities: ['undelete'] }),
    ]);
    expect((await call(manager, 'POST', `users/${nurseId}/undeletion`)).body).toMatchObject({
      state: 'active',
    });
    expect((await login('pleier@test.example')).status).toBe(200);
  });

  test('that was disabled before its deletion is still disabled when it is restored', async () => {
    await call(manager, 'PUT', `users/${nurseId}/activation`, { active: false });
    clock.advance(hour);
    await call(manager, 'DELETE', `users/${nurseId}`);
    expect((await call(manager, 'POST', `users/${nurseId}/undeletion`)).body).toMatchObject({
      state: 'inactive',
    });
  });

  test('shows its last login to an administrator of its customer', async () => {
    await login('pleier@test.example');
    const { body } = await call(manager, 'GET', `users/${nurseId}`);
    expect(body.lastLogin).toBe(clock.now());
  });
});
