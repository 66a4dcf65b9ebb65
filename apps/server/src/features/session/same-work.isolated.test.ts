import { createUser, testPassword } from '@varde/testing/factories';
import { startTestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { users } from '#domain/accounts/tables.ts';

const verified = vi.hoisted(() => ({ hashes: [] as string[] }));
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof argon2.verify = (hash, ...rest) => {
    verified.hashes.push(String(hash));
    return argon2.verify(hash, ...rest);
  };
  return { ...argon2, verify };
});

test('wrong password, unknown user and disabled user get the same answer after the same work', async () => {
  const server = await startTestServer();
  const login = (username: string, password: string) =>
    server.call('POST', '/perform_login', {
      body: new URLSearchParams({ username, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const user = await createUser(server.db);
  const gone = await createUser(server.db);
  await server.db.update(users).set({ disabledAt: new Date() }).where(eq(users.userId, gone.userId));
  const answers = [
    await login(user.username, 'wrong'),
    await login('nobody@test.example', testPassword),
    await login(gone.username, testPassword),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'loginFailed' } });
    expect(answer.body).toEqual(answers[0]?.body);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  const costs = verified.hashes.map((hash) => hash.split('$').slice(0, 4).join('$'));
  expect(costs).toEqual(Array(3).fill('$argon2id$v=19$m=19456,t=2,p=1'));
  await server.close();
});
