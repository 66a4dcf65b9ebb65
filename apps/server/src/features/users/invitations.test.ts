import { createCustomer, createUser, type TestUser, testPassword } from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consents, userPolicies, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { accountMails } from '../../jobs/account-mails.ts';
import { invitationExpiry } from '../../jobs/invitation-expiry.ts';
import { invitationMails } from '../../jobs/invitation-mails.ts';

const clock = createManualClock();
let server: TestServer;
let run: ReturnType<typeof createJobRunner>;
let ours: number;
let theirs: number;
let manager: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  server = await startTestServer({ clock });
  run = createJobRunner(server, clock);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  ours = await createCustomer(db);
  theirs = await createCustomer(db, { kind: 'firm' });
  manager = await createUser(db, { role: 'SUPERFIRM', custId: ours });
  stranger = await createUser(db, { role: 'SUPERFIRM', custId: theirs });
});

const day = 86_400_000;
const week = 7 * day;
const password = 'fjellrev spiser blåbær';
const ny = 'ny@test.example';

/** Calls with a new login each, since sessions do not outlive the days that pass here. */
const call = async (
  by: TestUser,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<TestAnswer> =>
  server.call(method, `/ajax/${path}`, {
    as: await server.loginAs(by),
    ...(body === undefined ? {} : { body }),
  });
const invite = (username = ny, by = manager): Promise<TestAnswer> => {
  const custId = by === stranger ? theirs : ours;
  const policies = [{ role: 'TRACKER', custId }];
  const names = { firstName: 'Nora', lastName: 'Ny', mobile: null, language: 'nb' };
  return call(by, 'POST', 'users', { username, ...names, custId, temporaryUntil: null, policies });
};
/** Templates of the mails to an address, oldest first. */
const mailsTo = async (recipient = ny) => {
  const rows = await mailsIn(server.db, recipient);
  return rows.map(({ template }) => template);
};
const lastLink = async (recipient = ny) => {
  const mail = (await mailsIn(server.db, recipient)).at(-1);
  return { token: String(mail?.content?.path).split('/').at(-1) ?? '', expires: mail?.content?.expires };
};
const choose = (token: string, chosen = password) =>
  server.call('POST', '/ajax/user/resetpassword', { body: { token, password: chosen } });
const login = async (username = ny, chosen = password) => {
  const answer = await server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username, password: chosen }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return answer.status;
};
const accounts = (username = ny) =>
  server.db
    .select()
    .from(users)
    .where(and(eq(users.username, username), isNull(users.invitedUntil)));

describe('an invitation', () => {
  test('becomes an account with the password that is chosen by its link, and not before', async () => {
    const { body } = await invite();
    expect(body).toMatchObject({ state: 'invited', invitedUntil: clock.now() + week });
    for (const guess of ['-', '', password, testPassword]) expect(await login(ny, guess || ' ')).toBe(401);
    await run(invitationMails);
    const { token, expires } = await lastLink();
    expect(expires).toBe(body.invitedUntil);
    expect((await choose(token)).status).toBe(200);
    expect(await login()).toBe(200);
    expect((await call(manager, 'GET', `users/${body.userId}`)).body).toMatchObject({
      state: 'active',
      invitedUntil: null,
      policies: [{ role: 'TRACKER', custId: ours }],
    });
    expect((await choose(token)).status).toBe(410);
  });

  test('is listed apart from accounts', async () => {
    const { body } = await invite();
    const listed = async (state: string) =>
      (await call(manager, 'GET', `users?state=${state}`)).body.users.map(({ userId }: { userId: number }) => userId);
    expect(await listed('invited')).toEqual([body.userId]);
    expect(await listed('active')).not.toContain(body.userId);
    await call(manager, 'PUT', `users/${body.userId}/activation`, { active: false });
    expect(await listed('invited')).toEqual([]);
    expect(await listed('inactive')).toEqual([body.userId]);
  });

  test('expires after a week, leaves the list, and frees its address and its link', async () => {
    const { body } = await invite();
    await server.db.insert(consents).values({
      userId: body.userId,
      custId: ours,
      kind: 'email',
      state: 'given',
      saidAt: new Date(),
      recordedAt: new Date(),
      recordedBy: manager.userId,
      note: 'Nora sa ja',
    });
    await run(invitationMails);
    const { token } = await lastLink();
    clock.advance(week - 1);
    await run(invitationExpiry);
    expect((await invite()).status).toBe(409);
    clock.advance(1);
    expect((await choose(token)).status).toBe(410);
    const again = await invite();
    expect(again.status).toBe(200);
    await run(invitationExpiry);
    expect((await call(manager, 'GET', `users/${body.userId}`)).status).toBe(404);
    expect((await call(manager, 'GET', `users/${again.body.userId}`)).status).toBe(200);
    expect(JSON.stringify(await server.db.select().from(consents))).not.toContain('Nora');
    expect(await server.db.select().from(userPolicies).where(eq(userPolicies.userId, body.userId))).toEqual([]);
    const [entry] = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'user.invitationExpired'));
    expect(JSON.parse(entry?.content ?? '')).toMatchObject({
      custId: ours,
      subjectId: body.userId,
      userId: null,
    });
  });

  test('that is accepted survives the week, whatever jobs run', async () => {
    await invite();
    await run(invitationMails);
    await choose((await lastLink()).token);
    clock.advance(2 * week);
    await run(invitationExpiry);
    expect(await login()).toBe(200);
  });

  test('is sent again on a request for a new password, with the same expiry', async () => {
    const { body } = await invite();
    await run(invitationMails);
    clock.advance(6 * day);
    await server.call('GET', `/ajax/user/forgot/${ny}`);
    await run(accountMails, invitationMails);
    expect(await mailsTo()).toEqual(['invitation', 'invitation']);
    const { token, expires } = await lastLink();
    expect(expires).toBe(body.invitedUntil);
    expect((await choose(token)).status).toBe(200);
  });

  test('is mailed once, despite concurrency, and three times an hour at most', async () => {
    await invite();
    await Promise.all([run(invitationMails), run(invitationMails)]);
    expect(await mailsTo()).toEqual(['invitation']);
    for (let n = 0; n < 5; n++) {
      await server.call('GET', `/ajax/user/forgot/${ny}`);
      await run(accountMails, invitationMails);
    }
    expect(await mailsTo()).toHaveLength(3);
  });

  test('that is deleted or deactivated is not mailed, and a deleted one leaves the address free', async () => {
    const { body } = await invite();
    await call(manager, 'DELETE', `users/${body.userId}`);
    await run(invitationMails);
    expect(await mailsTo()).toEqual([]);
    expect((await invite()).status).toBe(200);
  });
});

describe('an address that has an account out of scope', () => {
  let owner: TestUser;
  beforeEach(async () => {
    owner = await createUser(server.db, { role: 'FIRM', custId: ours }, 'eier@test.example');
  });
  /** The inviter's view, without fields that differ between any two invitations. */
  const seen = async (username: string) => {
    const { status, body } = await invite(username, stranger);
    const shown = await call(stranger, 'GET', `users/${body.userId}`);
    const again = await invite(username, stranger);
    const text = JSON.stringify([status, body, shown.status, shown.body, again.status, again.body]);
    return text.replaceAll(username, 'X').replaceAll(/"userId":\d+/g, '');
  };

  test('is invited like one without; its owner gets a mail, without any other effect', async () => {
    expect(await seen(owner.username)).toBe(await seen('ingen@test.example'));
    await run(invitationMails);
    expect(await mailsTo(owner.username)).toEqual(['alreadyInvited']);
    expect(await mailsTo('ingen@test.example')).toEqual(['invitation']);
    expect(await login(owner.username, testPassword)).toBe(200);
    expect(await accounts(owner.username)).toMatchObject([{ userId: owner.userId, custId: ours }]);
    await server.call('GET', `/ajax/user/forgot/${owner.username}`);
    await run(accountMails, invitationMails);
    expect(await mailsTo(owner.username)).toEqual(['alreadyInvited', 'resetPassword']);
    await choose((await lastLink(owner.username)).token);
    expect(await login(owner.username)).toBe(200);
    expect(await accounts(owner.username)).toHaveLength(1);
  });

  test('is reported as taken to users who can see the account, invited, inactive or deleted', async () => {
    expect(await invite(owner.username)).toMatchObject({ status: 409, body: { code: 'usernameTaken' } });
    await call(manager, 'DELETE', `users/${owner.userId}`);
    expect((await invite(owner.username)).status).toBe(409);
    expect((await invite(ny)).status).toBe(200);
    expect((await invite(ny)).status).toBe(409);
    expect((await invite(ny, stranger)).status).toBe(200);
  });

  test('of two concurrently accepted invitations, one succeeds', async () => {
    await invite(ny);
    await run(invitationMails);
    const one = (await lastLink()).token;
    await invite(ny, stranger);
    await run(invitationMails);
    const other = (await lastLink()).token;
    const answers = await Promise.all([choose(one), choose(other, 'blåbær spiser fjellrev')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await accounts()).toHaveLength(1);
    const wins = answers[0]?.status === 200;
    expect(await login(ny, wins ? password : 'blåbær spiser fjellrev')).toBe(200);
    expect(await login(ny, wins ? 'blåbær spiser fjellrev' : password)).toBe(401);
  });
});

test('a user invites 100 people within 24 hours, also concurrently; others are not limited', async () => {
  const { db } = server;
  await invite('foerste@test.example');
  clock.advance(60_000);
  await db.insert(users).values(
    Array.from({ length: 94 }, (_, n) => ({
      username: `n${n}@test.example`,
      passwordHash: '-',
      firstName: 'N',
      lastName: 'N',
      createdAt: new Date(clock.now()),
      invitedUntil: new Date(clock.now() + week),
      invitedBy: manager.userId,
      custId: ours,
    })),
  );
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => invite(`samtidig${n}@test.example`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  expect(await invite()).toMatchObject({ status: 429, body: { code: 'invitationLimit' } });
  expect((await invite(ny, stranger)).status).toBe(200);
  clock.advance(day - 60_000 - 1);
  expect((await invite()).status).toBe(429);
  clock.advance(1);
  expect((await invite()).status).toBe(200);
  expect((await invite('neste@test.example')).status).toBe(429);
  clock.advance(60_000);
  expect((await invite('neste@test.example')).status).toBe(200);
});

test.each([-day, -365 * day])('a user who has invited many may invite when the clock is set by %d ms', async (ms) => {
  await server.db.insert(users).values(
    Array.from({ length: 100 }, (_, n) => ({
      username: `n${n}@test.example`,
      passwordHash: '-',
      firstName: 'N',
      lastName: 'N',
      createdAt: new Date(clock.now()),
      invitedBy: manager.userId,
      custId: ours,
    })),
  );
  expect((await invite()).status).toBe(429);
  clock.step(ms);
  expect((await invite()).status).toBe(200);
  clock.step(-ms);
});
