import { createCustomer, createDevice, createUser, type TestUser, testPassword } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recoveryCodes, users } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { outbox } from '#domain/messages/tables.ts';

const clock = createManualClock();
let server: TestServer;
let kari: TestUser;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { VARDE_TWO_FACTOR_ROLES: 'SUPERFIRM, AHP' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const custId = await createCustomer(server.db);
  await createDevice(server.db, { custId });
  kari = await createUser(server.db, { role: 'FIRM', custId });
  cookie = await server.loginAs(kari);
});

const step = 30_000;
const codeOf = (secret: string, ahead = 0) => generateSync({ secret, epoch: Math.floor((clock.now() + ahead) / 1000) });
const login = (key?: string, user = kari, password = testPassword) =>
  server.call('POST', '/perform_login', {
    body: new URLSearchParams({
      username: user.username,
      password,
      ...(key === undefined ? {} : { TWO_FACTOR_KEY: key }),
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const begin = async (as = cookie, password = testPassword) =>
  server.call('POST', '/ajax/profile/two_factor/secret', { as, body: { password } });
const confirm = (code: string, as = cookie) => server.call('PUT', '/ajax/profile/two_factor', { as, body: { code } });
const lastMail = async () => (await mailsIn(server.db)).at(-1);
const status = async (as = cookie) => (await server.call('GET', '/ajax/profile/two_factor', { as })).body;

/** Sets up the app and advances the clock, so that the confirming code is a past one. */
async function turnOn(as = cookie): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await begin(as)).body as { secret: string };
  const { recoveryCodes: codes } = (await confirm(codeOf(secret), as)).body as { recoveryCodes: string[] };
  clock.advance(2 * step);
  return { secret, codes };
}

describe('setting up an authenticator app', () => {
  test('requires the password and a code of the app; until then nothing changes', async () => {
    expect(await begin(cookie, 'wrong')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'password', message: 'wrong' }] },
    });
    const { secret, uri } = (await begin()).body as { secret: string; uri: string };
    expect(uri).toMatch(/^otpauth:\/\/totp\/Varde:/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect((await login()).status).toBe(200);
    expect(await confirm('000000')).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } });
    expect(await status()).toEqual({ since: null, recoveryCodesLeft: 0, required: false });
    const elsewhere = await server.loginAs(kari);
    const done = await confirm(` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `);
    expect((done.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect(await status()).toEqual({ since: clock.now(), recoveryCodesLeft: 10, required: false });
    expect((await server.call('GET', '/ajax/session', { as: elsewhere })).status).toBe(401);
    expect(await lastMail()).toMatchObject({ template: 'twoFactorOn' });
  });

  test('without a displayed secret there is nothing to confirm', async () => {
    expect((await confirm('123456')).status).toBe(404);
  });

  test('the code cannot be guessed', async () => {
    await begin();
    const statuses = [];
    for (let guess = 0; guess < 10; guess++) statuses.push((await confirm('000000')).status);
    expect(statuses).toEqual([...Array(8).fill(400), 429, 429]);
  });
});

describe('a login with an authenticator app', () => {
  test('asks for the code only when the password is right [C7.04]', async () => {
    const { secret } = await turnOn();
    expect(await login(undefined, kari, 'wrong')).toMatchObject({ body: { code: 'loginFailed' } });
    expect(await login(codeOf(secret), kari, 'wrong')).toMatchObject({ body: { code: 'loginFailed' } });
    expect(await login()).toMatchObject({ status: 401, body: { code: 'twoFactorRequired' } });
    expect(await login('000000')).toMatchObject({ status: 401, body: { code: 'twoFactorWrong' } });
    expect((await login(codeOf(secret))).status).toBe(200);
  });

  test('takes each code once, even from two at the same time', async () => {
    const { secret } = await turnOn();
    const answers = await Promise.all([login(codeOf(secret)), login(codeOf(secret))]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    expect(await login(codeOf(secret))).toMatchObject({ body: { code: 'twoFactorWrong' } });
    clock.advance(step);
    expect((await login(codeOf(secret))).status).toBe(200);
  });

  test('refuses the code that confirmed the app', async () => {
    const { secret } = (await begin()).body as { secret: string };
    const code = codeOf(secret);
    await confirm(code);
    expect(await login(code)).toMatchObject({ body: { code: 'twoFactorWrong' } });
  });

  test('accepts a code of half a minute ago or ahead, and no older one', async () => {
    const { secret } = await turnOn();
    clock.advance(10 * step);
    let old: string;
    do {
      old = codeOf(secret);
      clock.advance(3 * step);
    } while ([-step, 0, step].some((ahead) => codeOf(secret, ahead) === old)); // one code in some 300,000 comes again
    expect(await login(old)).toMatchObject({ body: { code: 'twoFactorWrong' } });
    const recent = codeOf(secret);
    clock.advance(step);
    expect((await login(recent)).status).toBe(200);
  });

  test('counts wrong codes like wrong passwords, and requesting the code does not clear the count', async () => {
    const { secret } = await turnOn();
    for (let guess = 0; guess < 8; guess++) {
      expect((await login('000000')).status).toBe(401);
      if (guess < 7) expect((await login()).body).toMatchObject({ code: 'twoFactorRequired' });
    }
    expect((await login(codeOf(secret))).status).toBe(429);
  });

  test('takes a recovery code instead, each once, with or without its dashes', async () => {
    const { codes } = await turnOn();
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    expect((await login(first)).status).toBe(200);
    expect(await login(first)).toMatchObject({ body: { code: 'twoFactorWrong' } });
    expect((await login(second.replaceAll('-', '').toUpperCase())).status).toBe(200);
    expect(await status()).toMatchObject({ recoveryCodesLeft: 8 });
    expect(JSON.stringify(await server.db.select().from(recoveryCodes))).not.toContain(codes[2]?.slice(0, 5));
  });

  test('refuses recovery codes of another user, and those from before a renewal', async () => {
    const { codes } = await turnOn();
    const other = await createUser(server.db);
    const others = await turnOn(await server.loginAs(other));
    expect(await login(others.codes[0])).toMatchObject({ body: { code: 'twoFactorWrong' } });
    const renewed = await server.call('POST', '/ajax/profile/two_factor/recovery_codes', {
      as: cookie,
      body: { password: testPassword },
    });
    expect(await login(codes[0])).toMatchObject({ body: { code: 'twoFactorWrong' } });
    const [fresh] = (renewed.body as { recoveryCodes: string[] }).recoveryCodes;
    expect((await login(fresh)).status).toBe(200);
  });
});

test('new recovery codes are reported by mail and in the audit log, so that a theft at an open console is noticed', async () => {
  await turnOn();
  await server.db.delete(outbox);
  await server.call('POST', '/ajax/profile/two_factor/recovery_codes', {
    as: cookie,
    body: { password: testPassword },
  });
  expect(await mailsIn(server.db)).toMatchObject([{ template: 'recoveryCodesRenewed' }]);
  const entries = await server.db.select().from(auditEntries);
  expect(entries.map(({ action }) => action)).toContain('user.recoveryCodesRenewed');
});

test('it is turned off with the password, reported by mail, and the recovery codes are deleted', async () => {
  await turnOn();
  const end = (password: string) =>
    server.call('POST', '/ajax/profile/two_factor/end', { as: cookie, body: { password } });
  expect((await end('wrong')).status).toBe(400);
  expect((await end(testPassword)).status).toBe(200);
  expect((await login()).status).toBe(200);
  expect(await server.db.select().from(recoveryCodes)).toEqual([]);
  expect(await lastMail()).toMatchObject({ template: 'twoFactorOff' });
});

test('a role that requires it sees nothing until it is set up, and cannot turn it off', async () => {
  const admin = await createUser(server.db, { role: 'SUPERFIRM', custId: null }, undefined, { isNew: true });
  const as = await server.loginAs(admin);
  expect((await server.call('GET', '/ajax/session', { as })).body).toMatchObject({
    pending: ['gdpr', 'twoFactor'],
    abilities: [],
  });
  for (const url of ['/ajax/devices', '/ajax/alarms', '/ajax/unknown_devices'])
    expect((await server.call('GET', url, { as })).status).toBe(403);
  await turnOn(as);
  expect((await server.call('GET', '/ajax/session', { as })).body).toMatchObject({ pending: ['gdpr'] });
  expect((await server.call('GET', '/ajax/devices', { as })).body).toMatchObject({ devices: [{}] });
  expect(await status(as)).toMatchObject({ required: true });
  const end = await server.call('POST', '/ajax/profile/two_factor/end', {
    as,
    body: { password: testPassword },
  });
  expect(end.status).toBe(403);
});

test('secrets leave the server once, when they are created', async () => {
  const { secret } = await turnOn();
  for (const url of ['/ajax/profile', '/ajax/profile/two_factor', '/ajax/session', '/ajax/sessions'])
    expect(JSON.stringify((await server.call('GET', url, { as: cookie })).body)).not.toContain(secret);
  expect((await server.db.select().from(users))[0]).toMatchObject({ twoFactorPending: null });
});

test('an administrator resets the second factor of a user without the app, for their own users only', async () => {
  await turnOn();
  const admin = await createUser(server.db, { role: 'SUPERFIRM', custId: null });
  const stranger = await createUser(server.db, { role: 'FIRM', custId: await createCustomer(server.db) });
  const reset = (as: string) => server.call('DELETE', `/ajax/users/${kari.userId}/two_factor`, { as });
  expect((await reset(await server.loginAs(stranger))).status).toBe(403);
  expect((await login()).body).toMatchObject({ code: 'twoFactorRequired' });
  const as = await server.loginAs(admin);
  await turnOn(as);
  expect((await reset(as)).status).toBe(200);
  expect((await reset(as)).status).toBe(403); // there is nothing left to reset
  expect((await login()).status).toBe(200);
  expect(await lastMail()).toMatchObject({
    recipient: kari.username,
    template: 'twoFactorOff',
  });
});
