import { createCustomer, createUser, testPassword } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { type PushService, startPushService } from '@varde/testing/push-service';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedKeys } from '#domain/accounts/push-keys.ts';
import { pushBrowsers } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';

const clock = createManualClock();
let server: TestServer;
let service: PushService;
let siv: { userId: number; as: string };
let per: { userId: number; as: string };

beforeAll(async () => {
  server = await startTestServer({
    clock,
    environment: { VARDE_PUSH_CONTACT: 'drift@varde.example', VARDE_PUSH_INSIDE: 'true' },
  });
  service = await startPushService();
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(async () => {
  await server.clear();
  const custId = await createCustomer(server.db);
  const login = async (role: 'RESTRICTED_USER' | 'SUPERFIRM') => {
    const { userId } = await createUser(server.db, { role, custId });
    return { userId, as: await server.loginAs({ userId }) };
  };
  siv = await login('RESTRICTED_USER');
  per = await login('SUPERFIRM');
});

const path = '/ajax/push/browsers';
const userAgent = 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0';
const add = (browser: object, as = siv.as) =>
  server.call('POST', path, { as, body: browser, headers: { 'user-agent': userAgent } });
const subscribe = (name: string, as = siv.as, more = {}) => add({ ...service.subscribe(name), ...more }, as);
const get = async (as = siv.as) => (await server.call('GET', '/ajax/push', { as })).body;
const names = async (as = siv.as): Promise<unknown[]> =>
  (await get(as)).browsers.map(({ browserId }: { browserId: number }) => browserId);
const leave = (endpoint: string, as = siv.as) => server.call('POST', `${path}/leave`, { as, body: { endpoint } });

describe('a user who wants push messages', () => {
  test('gets the public key to subscribe with, the same each time, and not the private one', async () => {
    const { publicKey } = await get();
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(await get(per.as)).toEqual({ publicKey, browsers: [] });
    const { privateKey } = await storedKeys(server.db);
    expect((await storedKeys(server.db)).privateKey).toBe(privateKey);
    expect(JSON.stringify(await get())).not.toContain(privateKey);
  });

  test('adds a browser, which recognises itself by its endpoint, and sees no address or key again', async () => {
    const browser = service.subscribe('phone');
    const { status, body } = await add(browser);
    expect(status).toBe(200);
    expect(body.browsers).toEqual([
      {
        ...{ browserId: expect.any(Number), endpointHash: hashOfToken(browser.endpoint), userAgent },
        ...{ createdAt: clock.now(), lastSentAt: null, endsAtLogout: false },
      },
    ]);
    expect(await get()).toEqual(body);
    for (const secret of [browser.endpoint, browser.keys.auth, browser.keys.p256dh])
      expect(JSON.stringify(body)).not.toContain(secret);
    expect(await names(per.as)).toEqual([]);
  });

  test('adds the same browser again without a second entry, and changes how it ends', async () => {
    const browser = service.subscribe('phone');
    const first = (await add({ ...browser, endsAtLogout: true })).body.browsers;
    expect((await add(browser)).body.browsers).toEqual(first);
    expect((await add({ ...browser, endsAtLogout: false })).body.browsers).toEqual([
      { ...first[0], endsAtLogout: false },
    ]);
  });

  test('keeps the entry of a browser that has got another endpoint', async () => {
    const former = service.subscribe('phone');
    const [entry] = (await add({ ...former, endsAtLogout: true })).body.browsers;
    const { browsers } = (await subscribe('phone-2', siv.as, { former: former.endpoint })).body;
    expect(browsers).toEqual([{ ...entry, endpointHash: expect.any(String) }]);
    expect(browsers[0].endpointHash).not.toBe(entry.endpointHash);
    expect((await subscribe('stolen', per.as, { former: former.endpoint })).body.browsers).toHaveLength(1);
    expect(await names()).toEqual([entry.browserId]);
  });

  test('removes one of the own browsers, and none of anybody else', async () => {
    await subscribe('phone');
    const { browsers } = (await subscribe('office')).body;
    const [{ browserId }] = browsers;
    const remove = (as: string) => server.call('DELETE', `${path}/${browserId}`, { as });
    expect((await remove(per.as)).status).toBe(404);
    expect((await remove(siv.as)).body.browsers).toEqual([browsers[1]]);
    expect((await remove(siv.as)).status).toBe(404);
  });

  test('has ten browsers at most, also when several are added at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => subscribe(`b${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'tooManyBrowsers' });
    expect(await names()).toHaveLength(10);
    expect((await subscribe('b0', per.as)).status).toBe(200);
  });

  test('takes over a browser that a colleague has used before, whose entry is gone', async () => {
    const browser = service.subscribe('shared');
    const [entry] = (await add(browser)).body.browsers;
    const [own] = (await add(browser, per.as)).body.browsers;
    expect(own.browserId).not.toBe(entry.browserId);
    expect(await names()).toEqual([]);
  });

  test('is recorded in the audit log without addresses', async () => {
    const browser = service.subscribe('phone');
    const [{ browserId }] = (await add(browser)).body.browsers;
    await add(browser);
    await server.call('DELETE', `${path}/${browserId}`, { as: siv.as });
    const entries = (await server.db.select().from(auditEntries).orderBy(auditEntries.auditId)).map(
      ({ content }) => content,
    );
    const actions = entries.map((content) => JSON.parse(content).action);
    expect(actions).toEqual(['push.browserAdded', 'push.browserRemoved']);
    expect(entries[0]).toContain('Chrome, Android');
    expect(entries.join()).not.toContain(browser.endpoint);
  });

  test('is refused a browser without a valid key', async () => {
    const browser = service.subscribe('phone');
    for (const keys of [
      { ...browser.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...browser.keys, p256dh: 'BA' },
      { ...browser.keys, auth: '' },
    ])
      expect(await add({ ...browser, keys })).toMatchObject({
        status: 400,
        body: { code: 'validationFailed' },
      });
    expect(await names()).toEqual([]);
  });
});

describe('a browser ends', () => {
  test('at the logout there, if the user wanted that', async () => {
    const [home, office] = [service.subscribe('home'), service.subscribe('office')];
    await add({ ...home, endsAtLogout: false });
    await add({ ...office, endsAtLogout: true });
    expect((await leave(office.endpoint, per.as)).body).toEqual({ left: false });
    expect((await leave(home.endpoint)).body).toEqual({ left: false });
    expect((await leave(office.endpoint)).body).toEqual({ left: true });
    expect(await names()).toHaveLength(1);
  });

  test('when the user chooses a new password elsewhere or logs out all others, but not this one', async () => {
    const elsewhere = await server.loginAs(siv);
    await subscribe('home', elsewhere);
    const { browsers } = (await subscribe('office')).body;
    const office = browsers[0].browserId;
    const password = { currentPassword: testPassword, password: 'fjellrev spiser blåbær' };
    await server.call('PUT', '/ajax/profile/password', { as: siv.as, body: password });
    expect(await names()).toEqual([office]);
    await subscribe('home', await server.loginAs(siv));
    await subscribe('theirs', per.as);
    await server.call('DELETE', '/ajax/sessions', { as: siv.as });
    expect(await names()).toEqual([office]);
    expect(await names(per.as)).toHaveLength(1);
  });

  test('when the user logs out of that browser from another one, and in no other', async () => {
    await subscribe('phone', await server.loginAs(siv));
    await subscribe('home', per.as);
    const { browsers } = (await subscribe('office')).body;
    const { sessions } = (await server.call('GET', '/ajax/sessions', { as: siv.as })).body;
    const { sessionId } = sessions.find(({ current }: { current: boolean }) => !current);
    await server.call('DELETE', `/ajax/sessions/${sessionId}`, { as: per.as });
    expect(await names()).toHaveLength(2);
    await server.call('DELETE', `/ajax/sessions/${sessionId}`, { as: siv.as });
    expect(await names()).toEqual([browsers[0].browserId]);
    expect(await names(per.as)).toHaveLength(1);
  });

  test('stays while only its session is over', async () => {
    const elsewhere = await server.loginAs(siv);
    await subscribe('home', elsewhere);
    await server.call('POST', '/logout', { as: elsewhere });
    expect(await names()).toHaveLength(1);
    await server.call('DELETE', '/ajax/sessions', { as: siv.as });
    expect(await names()).toEqual([]);
  });

  test('when the user is deactivated, for good', async () => {
    await subscribe('phone');
    const activate = (active: boolean) =>
      server.call('PUT', `/ajax/users/${siv.userId}/activation`, { as: per.as, body: { active } });
    expect((await activate(false)).status).toBe(200);
    expect((await activate(true)).status).toBe(200);
    expect(await server.db.select().from(pushBrowsers)).toEqual([]);
  });
});

describe('where push messages are not configured, or addresses are not of the internet', () => {
  let plain: TestServer;
  let token: string;
  const call = (body: object) => plain.call('POST', path, { as: token, body });
  const open = async (environment: Record<string, string>) => {
    plain = await startTestServer({ clock, environment });
    token = await plain.loginAs(await createUser(plain.db));
  };

  test('a browser is told so', async () => {
    await open({ VARDE_PUBLIC_URL: 'http://varde.example.no' });
    expect((await plain.call('GET', '/ajax/push', { as: token })).body).toEqual({
      ...{ publicKey: null, browsers: [] },
    });
    expect(await call(service.subscribe('phone'))).toMatchObject({
      ...{ status: 409, body: { code: 'pushUnavailable' } },
    });
    await plain.close();
  });

  test('none is added that would lead into the network of the server', async () => {
    await open({ VARDE_PUBLIC_URL: 'https://varde.example.no' });
    const { keys } = service.subscribe('phone');
    const statuses = [];
    for (const endpoint of [
      'http://push.example.com/a',
      'https://127.0.0.1/a',
      'https://10.1.2.3/a',
      'https://[::1]/a',
      'https://localhost/a',
      'https://metadata.google.internal/a',
      'https://user:password@push.example.com/a',
      'https://push.example.com/a',
    ])
      statuses.push((await call({ endpoint, keys })).status);
    expect(statuses).toEqual([...Array(7).fill(400), 200]);
    await plain.close();
  });
});
