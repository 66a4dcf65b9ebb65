import { createUser, testPassword } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queueLink } from '#domain/accounts/account-links.ts';

// Sessions last 30 days at most, and 12 hours without use.

const clock = createManualClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
beforeEach(() => server.clear());
afterAll(() => server.close());

const hour = 3_600_000;
const day = 24 * hour;

async function logIn(): Promise<string> {
  const { username } = await createUser(server.db);
  const answer = await server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username, password: testPassword }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
}
const isAlive = async (cookie: string) => (await server.call('GET', '/ajax/session', { as: cookie })).status === 200;
const isListed = async (cookie: string) => {
  const { body } = await server.call('GET', '/ajax/sessions', { as: cookie });
  return (body as { sessions: unknown[] }).sessions.length === 1;
};

describe('a session', () => {
  test.each([-11 * hour, -1000, 1000, 11 * hour])('continues when the clock is set by %d ms', async (ms) => {
    const cookie = await logIn();
    clock.step(ms);
    expect([await isAlive(cookie), await isListed(cookie)]).toEqual([true, true]);
  });

  test('ends 12 hours after its last use when the clock was set back before that', async () => {
    const cookie = await logIn();
    clock.step(-11 * hour);
    expect(await isAlive(cookie)).toBe(true);
    clock.advance(12 * hour);
    expect(await isAlive(cookie)).toBe(false);
  });

  test('that is unused after the clock was set back by a day expires on time, not a day later', async () => {
    const cookie = await logIn();
    clock.step(-day);
    expect(await isAlive(cookie)).toBe(false);
  });

  test('expires after 30 days of use when the clock was ahead at its start', async () => {
    clock.step(11 * hour);
    const cookie = await logIn();
    clock.step(-11 * hour);
    for (let passed = 0; passed < 30 * day - 5 * hour; passed += 5 * hour) {
      expect(await isAlive(cookie)).toBe(true);
      clock.advance(5 * hour);
    }
    clock.advance(5 * hour);
    expect(await isAlive(cookie)).toBe(false);
  });

  test('that a clock set forward has aged too much is over', async () => {
    const cookie = await logIn();
    clock.step(13 * hour);
    expect(await isAlive(cookie)).toBe(false);
  });
});

describe('a link to choose a password', () => {
  async function link(): Promise<string> {
    const user = { ...(await createUser(server.db)), language: 'nb' };
    await queueLink(server.db, 'resetPassword', user, clock.now()); // valid for an hour
    const [mail] = await mailsIn(server.db);
    const { path = '' } = (mail?.content ?? {}) as { path?: string };
    return path.split('/').at(-1) ?? '';
  }
  const use = async (token: string) =>
    (
      await server.call('POST', '/ajax/user/resetpassword', {
        body: { token, password: 'fjellrev spiser blåbær' },
      })
    ).status;

  test('works when the clock is set back by less than its lifetime', async () => {
    const token = await link();
    clock.step(-hour + 1);
    expect(await use(token)).toBe(200);
  });

  test.each([-hour - 1, -365 * day, hour + 1])('is expired when the clock is set by %d ms', async (ms) => {
    const token = await link();
    clock.step(ms);
    expect(await use(token)).toBe(410);
  });
});
