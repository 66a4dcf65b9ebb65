import type { Policy, Role } from '@varde/catalogue/permissions';
import { createCustomer, createUser, type TestUser, testPassword } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queueLink } from '#domain/accounts/account-links.ts';
import { sessions, userPolicies, users } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

const clock = createManualClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

let solvik: number;
let home: number;
let deputy: TestUser;
let accomplice: TestUser;
let manager: string;
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  solvik = await createCustomer(db);
  home = await createCustomer(db, { kind: 'home', parentId: solvik });
  manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: solvik }));
  deputy = await createUser(db, { role: 'FIRM', custId: home });
  accomplice = await createUser(db, { role: 'TRACKER', custId: home });
});

const put = (as: string, path: string, body: object) => server.call('PUT', `/ajax/users/${path}`, { as, body });
const rolesOf = async ({ userId }: TestUser) =>
  (await server.db.select().from(userPolicies).where(eq(userPolicies.userId, userId))).map(({ role }) => role);
const give = (role: Role, policies: readonly Policy[]) =>
  server.db
    .insert(customerRolePolicies)
    .values(policies.map((policy) => ({ custId: home, role, policy, status: 'active' as const })));

describe('a deputy with a lent administration of users', () => {
  beforeEach(() => give('FIRM', ['USER_PRIVILEGES_ALL', 'USER_PRIVILEGES_ADD', 'USER_PRIVILEGES_READ', 'ACTIVATE']));

  test('gives no role with more rights than their own', async () => {
    const as = await server.loginAs(deputy);
    for (const role of ['SUPERFIRM', 'AHP', 'SUPERAHP'] as const) {
      const answer = await put(as, `${accomplice.userId}/policies`, { policies: [{ role, custId: home }] });
      expect(answer, role).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
      const body = {
        username: 'ny@test.example',
        firstName: 'Ny',
        lastName: 'Ny',
        mobile: null,
        language: 'nb',
        custId: home,
        temporaryUntil: null,
        policies: [{ role, custId: home }],
      };
      expect((await server.call('POST', '/ajax/users', { as, body })).status, role).toBe(403);
    }
    expect(await rolesOf(accomplice)).toEqual(['TRACKER']);
    const own = { policies: [{ role: 'FIRM', custId: home }] };
    expect((await put(as, `${accomplice.userId}/policies`, own)).status).toBe(200);
  });

  test('neither removes the role of, nor disables, a user with more rights', async () => {
    const as = await server.loginAs(deputy);
    const chief = await createUser(server.db, { role: 'SUPERFIRM', custId: home });
    expect((await put(as, `${chief.userId}/activation`, { active: false })).status).toBe(403);
    await put(as, `${chief.userId}/policies`, { policies: [] });
    expect(await rolesOf(chief)).toEqual(['SUPERFIRM']);
  });
});

describe('an account that is disabled or deleted and restored', () => {
  test.each([
    ['shut out', () => put(manager, `${deputy.userId}/activation`, { active: false })],
    ['deleted', () => server.call('DELETE', `/ajax/users/${deputy.userId}`, { as: manager })],
  ])('%s: no earlier session and no earlier link works again', async (how, shutOut) => {
    const stolen = await server.loginAs(deputy);
    const receiver = { ...deputy, language: 'nb' };
    await queueLink(server.db, 'invitation', receiver, clock.now());
    const [mail] = await mailsIn(server.db);
    const token = String(mail?.content?.path).split('/').at(-1);
    expect((await shutOut()).status).toBe(200);
    if (how === 'deleted') await server.call('POST', `/ajax/users/${deputy.userId}/undeletion`, { as: manager });
    else await put(manager, `${deputy.userId}/activation`, { active: true });

    expect((await server.call('GET', '/ajax/session', { as: stolen })).status).toBe(401);
    const body = { token, password: 'fjellrev spiser blåbær' };
    expect(await server.call('POST', '/ajax/user/resetpassword', { body })).toMatchObject({
      body: { code: 'linkInvalid' },
    });
  });
});

test('an expired temporary account does not exist, also with the right password', async () => {
  const until = new Date(clock.now() - 1000);
  await server.db.update(users).set({ temporaryUntil: until }).where(eq(users.userId, deputy.userId));
  const answer = await server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username: deputy.username, password: testPassword }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer).toMatchObject({ status: 401, body: { code: 'loginFailed' } });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await server.db.select().from(sessions).where(eq(sessions.userId, deputy.userId))).toEqual([]);
});
