import { type Policy, type Role, roles } from '@varde/catalogue/permissions';
import { createCustomer, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

/**
 * Nobody gives a role or a policy that they do not hold at that place: each role at each place tries each role and
 * policy at each place, by the real calls. What is right is written here by ranks, apart from the product's tables.
 */

const clock = createManualClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

/** A municipality with a home, and another municipality. */
const places = ['everywhere', 'city', 'home', 'other'] as const;
type Place = (typeof places)[number];
let custIds: Record<Place, number | null>;
const within = (place: Place, whole: Place): boolean =>
  whole === 'everywhere' || place === whole || (place === 'home' && whole === 'city');

const roleKeys = roles.map(({ key }) => key);
const ranks: Role[] = ['TRACKER', 'RESTRICTED_USER', 'FIRM', 'SUPERFIRM'];
const isPartner = (role: Role) => role === 'AHP' || role === 'SUPERAHP';
const administration: readonly Policy[] = [
  ...(['USER_PRIVILEGES_ALL', 'USER_PRIVILEGES_ADD', 'USER_PRIVILEGES_READ'] as const),
  ...(['DELETED_USERS', 'ACTIVATE', 'PROMOTE_TEMP'] as const),
];

beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  custIds = { everywhere: null, city, home, other: await createCustomer(db) };
});

interface Held {
  role: Role;
  at: Place;
}
const policyOf = ({ role, at }: Held) => ({ role, custId: custIds[at] });
const call = (as: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.call(method, `/ajax/${path}`, { as, ...(body && { body }) });
const lend = (role: Role, policies: readonly Policy[], at: Place = 'city') =>
  server.db.insert(customerRolePolicies).values(
    policies.map((policy) => ({
      ...{ custId: custIds[at] ?? 0, role, policy },
      ...{ status: 'active' as const, information: 'all' as const },
    })),
  );
const rolesOf = (userId: number) =>
  server.db
    .select({ role: userPolicies.role, custId: userPolicies.custId })
    .from(userPolicies)
    .where(eq(userPolicies.userId, userId));

interface Giver {
  held: Held;
  administers: Place;
}
/** By the ranks alone: a partner's role is given by whoever holds everything, everywhere. */
function mayGive({ held, administers }: Giver, { role, at }: Held): boolean {
  if (isPartner(role)) return held.role === 'SUPERFIRM' && held.at === 'everywhere';
  return within(at, administers) && within(at, held.at) && ranks.indexOf(role) <= ranks.indexOf(held.role);
}

const all: Held[] = roleKeys.flatMap((role) => places.map((at) => ({ role, at })));
/** Those who administer users: by their role, or since the city lets it. What it lends counts below it too. */
const administrators = all.flatMap(({ role, at }): [string, Giver][] => {
  const giver = { held: { role, at } };
  if (role === 'SUPERFIRM') return [[`${role} (${at})`, { ...giver, administers: at }]];
  if (isPartner(role) || at === 'other') return [];
  const administers = at === 'everywhere' ? 'city' : at;
  return [[`${role} (${at}), who administers users of the city`, { ...giver, administers }]];
});

describe.each(administrators)('%s', (_, giver) => {
  let as: string;
  beforeEach(async () => {
    const { held } = giver;
    if (held.role !== 'SUPERFIRM') await lend(held.role, administration);
    as = await server.loginAs(await createUser(server.db, policyOf(held)));
  });

  test('gives, takes, invites to and restores the roles that they hold there, and no other', async () => {
    const results: Record<string, boolean[]> = {};
    const expected: typeof results = {};
    for (const wanted of all) {
      const name = `${wanted.role} (${wanted.at})`;
      results[name] = await attempts(as, wanted);
      expected[name] = results[name].map(() => mayGive(giver, wanted));
    }
    expect(results).toEqual(expected);
  });
});

/** Whether each way to give and take a role works. The accounts belong to the role's customer. */
async function attempts(as: string, wanted: Held): Promise<boolean[]> {
  const policy = policyOf(wanted);
  const custId = policy.custId ?? custIds.city;
  const account = async (held?: typeof policy, values: Partial<typeof users.$inferInsert> = {}) => {
    const { userId } = await createUser(server.db, held);
    await set(userId, { custId, ...values });
    return userId;
  };
  const someone = await account();
  await call(as, 'PUT', `users/${someone}/policies`, { policies: [policy] });
  const isGiven = (await rolesOf(someone)).length === 1;

  const username = `${wanted.role}-${wanted.at}@test.example`.toLowerCase();
  const named = { username, firstName: 'Ny', lastName: 'Ny', mobile: null, language: 'nb' };
  const body = { ...named, custId, temporaryUntil: null, policies: [policy] };
  const isInvited = (await call(as, 'POST', 'users', body)).status === 200;

  const [now, later] = [new Date(clock.now()), new Date(clock.now() + 1000)];
  const holder = await account(policy, { deletedAt: now, disabledAt: now, temporaryUntil: later });
  await call(as, 'POST', `users/${holder}/undeletion`);
  const isRestored = (await find(holder)).deletedAt === null;
  await set(holder, { deletedAt: null, disabledAt: now });
  await call(as, 'PUT', `users/${holder}/activation`, { active: true });
  const isActivated = (await find(holder)).disabledAt === null;
  await set(holder, { disabledAt: null });
  await call(as, 'POST', `users/${holder}/promotion`);
  const isKept = (await find(holder)).temporaryUntil === null;
  await call(as, 'PUT', `users/${holder}/policies`, { policies: [] });
  const isTaken = (await rolesOf(holder)).length === 0;
  return [isGiven, isInvited, isRestored, isActivated, isKept, isTaken];
}
const set = (userId: number, values: Partial<typeof users.$inferInsert>) =>
  server.db.update(users).set(values).where(eq(users.userId, userId));
async function find(userId: number) {
  const [user] = await server.db.select().from(users).where(eq(users.userId, userId));
  if (user === undefined) throw new Error(`there is no user ${userId}`);
  return user;
}

test('no role but the SUPERFIRM gives any role by itself', async () => {
  for (const held of all.filter(({ role }) => role !== 'SUPERFIRM')) {
    const as = await server.loginAs(await createUser(server.db, policyOf(held)));
    const wanted = { role: 'TRACKER' as const, at: held.at };
    expect([held, await attempts(as, wanted)]).toEqual([held, Array(6).fill(false)]);
  }
});

describe('a role that has more by role policies', () => {
  let as: string;
  beforeEach(async () => {
    await lend('FIRM', administration);
    as = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: custIds.city }));
  });
  const gives = async (role: Role, at: Place): Promise<boolean> => {
    const results = await attempts(as, { role, at });
    expect(new Set(results).size).toBe(1);
    return results[0] === true;
  };

  test('is not given at the customer that gives it more, nor above it', async () => {
    await lend('RESTRICTED_USER', ['AUDIT_LOG'], 'home');
    expect(await gives('RESTRICTED_USER', 'home')).toBe(false);
    expect(await gives('RESTRICTED_USER', 'city')).toBe(false);
    expect(await gives('TRACKER', 'city')).toBe(true);
  });

  test('is given by whoever has the same there', async () => {
    await lend('RESTRICTED_USER', ['AUDIT_LOG'], 'home');
    await lend('FIRM', ['AUDIT_LOG'], 'city');
    expect(await gives('RESTRICTED_USER', 'city')).toBe(true);
  });

  test('is not given where the giver has less: the administration of users was taken back below', async () => {
    await server.db
      .insert(customerRolePolicies)
      .values({ custId: custIds.home ?? 0, role: 'FIRM', policy: 'USER_PRIVILEGES_ALL', status: 'inactive' });
    const policies = [{ role: 'TRACKER', custId: custIds.city }];
    const { userId } = await createUser(server.db, { role: 'TRACKER', custId: custIds.city });
    const wider = [...policies, { role: 'RESTRICTED_USER', custId: custIds.city }];
    expect((await call(as, 'PUT', `users/${userId}/policies`, { policies: wider })).status).toBe(403);
    expect(await rolesOf(userId)).toEqual(policies);
  });
});

describe('an administrator whose account ends', () => {
  const [before, after] = [60_000, 60_001];
  let as: string;
  beforeEach(async () => {
    const user = await createUser(server.db, { role: 'SUPERFIRM', custId: custIds.city });
    await set(user.userId, { temporaryUntil: new Date(clock.now() + before) });
    as = await server.loginAs(user);
  });
  const account = async (held: Held, lasts: number | null) => {
    const { userId } = await createUser(server.db, policyOf(held));
    const temporaryUntil = lasts === null ? null : new Date(clock.now() + lasts);
    await set(userId, { custId: custIds.city, temporaryUntil });
    return userId;
  };
  const tracker: Held = { role: 'TRACKER', at: 'home' };

  test.each([
    [before, 200],
    [after, 400],
    [null, 400],
  ])('invites nobody, and keeps nobody, for longer: %s ms', async (lasts, status) => {
    const temporaryUntil = lasts === null ? null : clock.now() + lasts;
    const details = { firstName: 'Ny', lastName: 'Ny', mobile: null, language: 'nb', custId: custIds.city };
    const invitation = { username: 'ny@test.example', ...details, temporaryUntil, policies: [] };
    expect((await call(as, 'POST', 'users', invitation)).status).toBe(status);
    const userId = await account(tracker, 1);
    expect((await call(as, 'PUT', `users/${userId}`, { ...details, temporaryUntil })).status).toBe(status);
  });

  test.each([
    [before, 200],
    [after, 403],
    [null, 403],
  ])('gives nothing to an account that lasts longer, and takes from it: %s ms', async (lasts, status) => {
    const userId = await account(tracker, lasts);
    const give = { policies: [policyOf(tracker), policyOf({ role: 'FIRM', at: 'home' })] };
    expect((await call(as, 'PUT', `users/${userId}/policies`, give)).status).toBe(status);
    expect((await call(as, 'PUT', `users/${userId}/policies`, { policies: [] })).status).toBe(200);
    expect((await call(as, 'PUT', `users/${userId}/activation`, { active: false })).status).toBe(200);
    expect((await call(as, 'PUT', `users/${userId}/activation`, { active: true })).status).toBe(status);
    expect((await call(as, 'DELETE', `users/${userId}`)).status).toBe(200);
    expect((await call(as, 'POST', `users/${userId}/undeletion`)).status).toBe(status);
  });

  test('makes no account permanent, not even one that ends before', async () => {
    const userId = await account(tracker, 1);
    expect((await call(as, 'POST', `users/${userId}/promotion`)).status).toBe(403);
  });

  test('gives no role a policy, and takes it', async () => {
    const path = `customers/${custIds.city}/role_policies`;
    const body = { role: 'TRACKER', policy: 'NAME_CHANGE', status: 'active', information: 'all' };
    expect((await call(as, 'PUT', path, body)).status).toBe(403);
    await lend('TRACKER', ['NAME_CHANGE']);
    expect((await call(as, 'PUT', path, { ...body, status: null })).status).toBe(403);
    expect((await call(as, 'PUT', path, { ...body, status: 'inactive' })).status).toBe(200);
  });
});
