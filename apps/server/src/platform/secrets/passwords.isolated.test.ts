import { availableParallelism } from 'node:os';
import { createCustomer, createUser, type TestUser, testPassword } from '@varde/testing/factories';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { queueLink } from '#domain/accounts/account-links.ts';
import { hashPassword, passwordMatches, pinMatches } from './passwords.ts';

/** Set: hashing waits for it. */
const held = vi.hoisted(() => ({ until: null as Promise<void> | null, now: 0, most: 0 }));
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>();
  const slowly =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      held.now += 1;
      held.most = Math.max(held.most, held.now);
      await held.until;
      held.now -= 1;
      return work(...args);
    };
  return { ...real, hash: slowly(real.hash), verify: slowly(real.verify) };
});

let server: TestServer;
let custId: number;
let kari: TestUser;
let as: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  custId = await createCustomer(server.db);
  kari = await createUser(server.db, { role: 'SUPERFIRM', custId });
  as = await server.loginAs(kari);
});

let release: () => void = () => undefined;
function hold(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held.until = promise;
  held.now = 0;
  held.most = 0;
  release = resolve;
}
afterEach(() => {
  release();
  held.until = null;
});

const newPassword = 'grønn hest i snøen';
const calls: Record<string, () => Promise<TestAnswer>> = {
  'to log in': () =>
    server.call('POST', '/perform_login', {
      body: new URLSearchParams({ username: kari.username, password: testPassword }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  'to register a company': () =>
    server.call('POST', '/ajax/customer/new/', {
      body: {
        user: {
          firstName: 'Ny',
          lastName: 'Bruker',
          mobile: '912 34 567',
          username: 'ny@test.example',
          passwordClear: newPassword,
        },
        customer: {
          company: true,
          name: 'Fjelldrift AS',
          orgNum: '974 760 673',
          address: { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' },
        },
      },
    }),
  'to change one’s own password': () =>
    server.call('PUT', '/ajax/profile/password', {
      as,
      body: { currentPassword: testPassword, password: newPassword },
    }),
  'to choose a new password by a link': async () => {
    const recipient = { ...kari, language: 'nb' };
    await queueLink(server.db, 'resetPassword', recipient, Date.now());
    const [mail] = await mailsIn(server.db);
    const token = String(mail?.content?.path).split('/').at(-1);
    return server.call('POST', '/ajax/user/resetpassword', { body: { token, password: newPassword } });
  },
};

describe('while a password is hashed, no transaction is open, and the database keeps answering', () => {
  test.each(Object.keys(calls))('%s', async (why) => {
    hold();
    const answer = calls[why]?.();
    await vi.waitFor(() => expect(held.now).toBe(1));
    await server.db.execute(sql`select 1`); // the embedded database has one connection
    expect(await openTransactions()).toBe(0);
    release();
    expect(await answer).toMatchObject({ status: 200 });
  });

  test('adding a user hashes nothing: there is no password until the user chooses one', async () => {
    hold();
    const names = { firstName: 'Ny', lastName: 'Bruker', mobile: null, language: 'nb' };
    const body = { ...names, username: 'ny@test.example', custId, temporaryUntil: null, policies: [] };
    expect((await server.call('POST', '/ajax/users', { as, body })).status).toBe(200);
    expect(held.most).toBe(0);
  });
});

/** Open transactions on PostgreSQL. The embedded database answers only outside a transaction. */
async function openTransactions(): Promise<number> {
  const result = (await server.db.execute(sql`select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)) as {
    rows: { open: number }[];
  };
  return result.rows[0]?.open ?? -1;
}

test('however many passwords come at once, they never take all processors', async () => {
  hold();
  const hashes = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0 ? hashPassword('one') : passwordMatches(null, 'two'),
  );
  const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
  await vi.waitFor(() => expect(held.now).toBe(atOnce));
  release();
  await Promise.all(hashes);
  expect(held.most).toBe(atOnce);
});

test('the PIN of a receiver waits neither for everybody who logs in, nor for who tries the PINs of another', async () => {
  const [mine, another] = [await hashPassword('4711'), await hashPassword('8362')];
  const done: string[] = [];
  hold();
  const before = Array.from({ length: 20 }, () => [
    passwordMatches(another, 'one').then(() => done.push('password')),
    pinMatches(another, '1234').then(() => done.push('another')),
  ]).flat();
  const taken = pinMatches(mine, '4711');
  void taken.then(() => done.push('mine'));
  release();
  expect([await taken, await pinMatches(mine, '4712')]).toEqual([true, false]);
  await Promise.all(before);
  expect(done.indexOf('mine')).toBeLessThan(8);
});
