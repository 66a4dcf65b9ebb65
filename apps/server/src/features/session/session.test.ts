import { createCustomer, createUser, testPassword } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessions, users } from '../../platform/schema.ts';

const clock = createManualClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
beforeEach(() => server.clear());
afterAll(() => server.close());

const hour = 3_600_000;

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/perform_login', {
    body: new URLSearchParams({ username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const cookieOf = (answer: Awaited<ReturnType<typeof login>>) =>
  String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';

test('a login answers who it is and sets a cookie that scripts and other sites cannot use', async () => {
  const custId = await createCustomer(server.db);
  const user = await createUser(server.db, { role: 'FIRM', custId });
  const answer = await login(` ${user.username.toUpperCase()} `, testPassword);
  expect(answer).toMatchObject({
    status: 200,
    body: { userId: user.userId, username: user.username, context: 'PROFFWEB', abilities: [] },
  });
  expect(answer.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax$/);
  const session = await server.call('GET', '/ajax/session', { as: cookieOf(answer) });
  expect(session).toMatchObject({ status: 200, body: { userId: user.userId } });
});

test('the token itself is stored nowhere', async () => {
  const user = await createUser(server.db);
  const token = cookieOf(await login(user.username, testPassword)).split('=')[1] ?? '';
  expect(token).toHaveLength(43);
  expect(JSON.stringify(await server.db.select().from(sessions))).not.toContain(token);
});
