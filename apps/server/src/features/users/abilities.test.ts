import type { Role } from '@varde/catalogue/permissions';
import type { User } from '@varde/contract/users';
import { createCustomer, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let city: number;
let admin: string;
let manager: string;
let nurse: number;
/** A nurse of the city who also administers another customer. */
let reachesFurther: number;
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db);
  const elsewhere = await createCustomer(db);
  const add = async (role: Role, custId: number | null) => createUser(db, { role, custId });
  admin = await server.loginAs(await add('SUPERFIRM', null));
  manager = await server.loginAs(await add('SUPERFIRM', city));
  nurse = (await add('RESTRICTED_USER', city)).userId;
  reachesFurther = (await add('RESTRICTED_USER', city)).userId;
  await db.insert(userPolicies).values({ userId: reachesFurther, role: 'SUPERFIRM', custId: elsewhere });
});

const abilities = async (as: string, userId: number): Promise<User['abilities']> => {
  const { body } = await server.call('GET', `/ajax/users/${userId}`, { as });
  return (body as User).abilities;
};
const set = (userId: number, values: Partial<typeof users.$inferInsert>) =>
  server.db.update(users).set(values).where(eq(users.userId, userId));

test('an administrator of a customer acts on its users, and on a user of others only for the roles there', async () => {
  const all = ['edit', 'delete', 'policies', 'flags', 'activation'];
  expect(await abilities(manager, nurse)).toEqual(all);
  expect(await abilities(manager, reachesFurther)).toEqual(['policies']);
  expect(await abilities(admin, reachesFurther)).toEqual(all);
});

test('a second factor is removed by an administrator of the account, if the account has one', async () => {
  for (const userId of [nurse, reachesFurther]) await set(userId, { twoFactorSecret: 'set' });
  expect(await abilities(manager, nurse)).toContain('resetTwoFactor');
  expect(await abilities(manager, reachesFurther)).toEqual(['policies']);
});

test('a deleted account is restored by an administrator who could have deleted it', async () => {
  for (const userId of [nurse, reachesFurther]) await set(userId, { deletedAt: new Date(0) });
  expect(await abilities(manager, nurse)).toEqual(['undelete']);
  expect(await abilities(manager, reachesFurther)).toEqual([]);
});

test('an account without a customer is administered by administrators of everything', async () => {
  await set(nurse, { custId: null });
  expect(await abilities(admin, nurse)).toContain('edit');
  expect(await abilities(manager, nurse)).toEqual(['policies']);
});

test('a user with read access only is offered nothing', async () => {
  const firm = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: city }));
  await server.db.insert(customerRolePolicies).values({
    custId: city,
    role: 'FIRM',
    policy: 'USER_PRIVILEGES_READ',
    status: 'active',
    information: 'all',
  });
  expect(await abilities(firm, nurse)).toEqual([]);
});
