import type { Policy, Role } from '@varde/catalogue/permissions';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';

/** What is for the SUPERFIRM only, by what each role of a city gets from the calls. */

const clock = createManualClock();
let server: TestServer;
let city: number;
let someone: number;
let deviId: number;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db);
  someone = (await createUser(db, { role: 'TRACKER', custId: city })).userId;
  await db.update(users).set({ custId: city }).where(eq(users.userId, someone));
  deviId = (await createDevice(db, { custId: city })).deviId;
});

const call = (as: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.call(method, `/ajax/${path}`, { as, ...(body && { body }) });
const works = async (...args: Parameters<typeof call>) => (await call(...args)).status === 200;
const is = (values: Partial<typeof users.$inferInsert>) =>
  server.db.update(users).set(values).where(eq(users.userId, someone));
const role = () => ({ policies: [{ role: 'TRACKER', custId: city }] });

/** A position of the wearer who had the device before. Whether the present list of positions has it. */
async function seesFormerWearer(as: string): Promise<boolean> {
  const at = new Date(clock.now());
  const position = { posLati: 59.9, posLong: 10.7, posType: 0, posTime: at, deviceTime: at };
  const row = { tranId: 1, recTs: at, deviId, custId: city, dehaId: 23, metyId: 5, tranSource: 1 };
  await server.db.insert(transactions).values({ ...row, ...position });
  clock.advance(1000);
  const manager = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: city }));
  await call(manager, 'POST', `devices/${deviId}/assignments`, { custId: city });
  const { status, body } = await call(as, 'GET', `devices/${deviId}/positions`);
  expect(status).toBe(200);
  return body.positions.length > 0;
}

type Probe = (as: string) => Promise<boolean>;
const probes: [string, Policy, Probe][] = [
  ['[C6.08] admin', 'ADMIN', (as) => works(as, 'PUT', `users/${someone}/flags`, { beta: true, translator: false })],
  [
    '[C6.09] user privileges: all',
    'USER_PRIVILEGES_ALL',
    (as) => works(as, 'PUT', `users/${someone}/policies`, role()),
  ],
  [
    '[C6.09] user privileges: add',
    'USER_PRIVILEGES_ADD',
    (as) => {
      const names = {
        username: 'ny@test.example',
        firstName: 'Ny',
        lastName: 'Ny',
        mobile: null,
        language: 'nb',
      };
      return works(as, 'POST', 'users', { ...names, custId: city, temporaryUntil: null, ...role() });
    },
  ],
  ['[C6.09] user privileges: read', 'USER_PRIVILEGES_READ', (as) => works(as, 'GET', 'users')],
  ['[C6.10] audit log', 'AUDIT_LOG', (as) => works(as, 'GET', 'audit')],
  [
    '[C6.11] promote temp',
    'PROMOTE_TEMP',
    async (as) => {
      await is({ temporaryUntil: new Date(clock.now() + 1000) });
      return works(as, 'POST', `users/${someone}/promotion`);
    },
  ],
  ['[C6.12] activate', 'ACTIVATE', (as) => works(as, 'PUT', `users/${someone}/activation`, { active: false })],
  [
    '[C6.13] deleted users',
    'DELETED_USERS',
    async (as) => {
      await is({ deletedAt: new Date(clock.now()) });
      return (await works(as, 'GET', 'deleted_users')) && works(as, 'POST', `users/${someone}/undeletion`);
    },
  ],
  [
    '[C6.14] last login',
    'LAST_LOGIN',
    async (as) => {
      await is({ lastLogin: new Date(clock.now()) });
      return (await call(as, 'GET', `users/${someone}`)).body.lastLogin === clock.now();
    },
  ],
  ['[C6.15] access to all', 'ACCESS_TO_ALL', seesFormerWearer],
  [
    '[C6.16] edit of a national-integration uuid',
    'EDIT_NATIONAL_INTEGRATION_UUID',
    (as) =>
      works(as, 'PUT', `customers/${city}/national_integration`, {
        nationalUuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      }),
  ],
];
const allPolicies = [...new Set(probes.map(([, policy]) => policy))];

describe.each(probes)('%s is for the SUPERFIRM only', (_, policy, probe) => {
  const login = async (held: Role, lent: readonly Policy[]) => {
    const given = { custId: city, role: held, status: 'active' as const, information: 'all' as const };
    if (lent.length > 0)
      await server.db.insert(customerRolePolicies).values(lent.map((one) => ({ ...given, policy: one })));
    return server.loginAs(await createUser(server.db, { role: held, custId: city }));
  };
  const others = allPolicies.filter((one) => one !== policy);

  test('who has it by the role', async () => {
    expect(await probe(await login('SUPERFIRM', []))).toBe(true);
  });

  test.each(['AHP', 'SUPERAHP'] as const)('and not for the %s, whatever the customer', async (held) => {
    expect(await probe(await login(held, []))).toBe(false);
  });

  test.each(['FIRM', 'RESTRICTED_USER', 'TRACKER'] as const)(
    'and not for the %s, not even with all the rest of what is the SUPERFIRM’s',
    async (held) => {
      expect(await probe(await login(held, others))).toBe(false);
    },
  );

  test('and for a FIRM to which the customer gives it', async () => {
    expect(await probe(await login('FIRM', allPolicies))).toBe(true);
  });
});
