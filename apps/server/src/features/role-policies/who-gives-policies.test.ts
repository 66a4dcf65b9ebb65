import { type Policy, policies, type Role, roles } from '@varde/catalogue/permissions';
import { createCustomer, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerRolePolicies } from '#domain/customers/tables.ts';

/** Each role at each place tries to give policies of each rank at each place, by the real call. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const places = ['everywhere', 'city', 'home', 'other'] as const;
type Place = (typeof places)[number];
const customerPlaces = ['city', 'home', 'other'] as const;
let custIds: Record<Place, number | null>;
beforeEach(async () => {
  await server.clear();
  const city = await createCustomer(server.db);
  const home = await createCustomer(server.db, { kind: 'home', parentId: city });
  custIds = { everywhere: null, city, home, other: await createCustomer(server.db) };
});

/** By their words in the specification: of each rank some, and all that are for the SUPERFIRM only. */
const superfirmOnly: Policy[] = [
  ...(['ADMIN', 'USER_PRIVILEGES_ALL', 'USER_PRIVILEGES_ADD', 'USER_PRIVILEGES_READ', 'AUDIT_LOG'] as const),
  ...(['PROMOTE_TEMP', 'ACTIVATE', 'DELETED_USERS', 'LAST_LOGIN', 'ACCESS_TO_ALL'] as const),
  'EDIT_NATIONAL_INTEGRATION_UUID',
];
const ranked: Record<string, Policy[]> = {
  SUPERFIRM: superfirmOnly,
  FIRM: ['DEFAULT_SETTINGS_TRACKING', 'CUSTOMER_GEOFENCE'],
  RESTRICTED_USER: ['DEVICE_TRACKING', 'ALARM_HANDLE'],
  TRACKER: ['DEVICE_NOTE'],
};
const ranks: Role[] = ['TRACKER', 'RESTRICTED_USER', 'FIRM', 'SUPERFIRM'];
const tried = Object.values(ranked).flat();
const within = (place: Place, whole: Place) =>
  whole === 'everywhere' || place === whole || (place === 'home' && whole === 'city');

const lent: Policy = 'USER_PRIVILEGES_ALL';

const givers = roles.flatMap(({ key }) => places.map((at) => [key, at] as const));

describe.each(givers)('a %s (%s)', (role, at) => {
  const isPartner = role === 'AHP' || role === 'SUPERAHP';
  /** By the ranks alone; the city lends the administration of users to all but partners, who get nothing from it. */
  const administers = (place: Place) =>
    role === 'SUPERFIRM' ? within(place, at) : !isPartner && within(place, at) && within(place, 'city');
  const holds = (policy: Policy) =>
    policy === lent || ranks.slice(0, ranks.indexOf(role) + 1).some((rank) => ranked[rank]?.includes(policy));

  test('gives the policies that they hold there, and no others', async () => {
    if (!isPartner && role !== 'SUPERFIRM')
      await server.db
        .insert(customerRolePolicies)
        .values({ custId: custIds.city ?? 0, role, policy: lent, status: 'active', information: 'all' });
    const as = await server.loginAs(await createUser(server.db, { role, custId: custIds[at] }));
    for (const place of customerPlaces) {
      const path = `/ajax/customers/${custIds[place]}/role_policies`;
      const given: Policy[] = [];
      for (const policy of tried) {
        const body = { role: 'SUPERFIRM', policy, status: 'active', information: 'all' };
        if ((await server.call('PUT', path, { as, body })).status === 200) given.push(policy);
      }
      const expected = administers(place) ? tried.filter(holds) : [];
      expect([place, given]).toEqual([place, expected]);
      const rows = await server.db
        .select()
        .from(customerRolePolicies)
        .where(eq(customerRolePolicies.custId, custIds[place] ?? 0));
      const stored = rows.filter((row) => row.role === 'SUPERFIRM').map((row) => row.policy);
      expect(stored.sort()).toEqual(expected.toSorted());
      const shown = await server.call('GET', path, { as });
      if (shown.status === 200)
        expect(shown.body.changeable.filter((one: Policy) => tried.includes(one)).sort()).toEqual(expected.toSorted());
    }
  });
});

test('a policy is not given at a customer below which the giver does not hold it', async () => {
  const given = { role: 'FIRM', status: 'active', information: 'all' } as const;
  await server.db.insert(customerRolePolicies).values([
    { ...given, custId: custIds.city ?? 0, policy: lent },
    { ...given, custId: custIds.city ?? 0, policy: 'AUDIT_LOG' },
    { ...given, custId: custIds.home ?? 0, policy: 'AUDIT_LOG', status: 'inactive' },
  ]);
  const as = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: custIds.city }));
  const path = `/ajax/customers/${custIds.city}/role_policies`;
  const give = (policy: Policy) =>
    server.call('PUT', path, { as, body: { role: 'TRACKER', policy, status: 'active', information: 'all' } });
  expect((await give('AUDIT_LOG')).status).toBe(403);
  expect((await give(lent)).status).toBe(200);
});

test.each(['AHP', 'SUPERAHP'])('a customer gives nothing to the %s, who reaches all customers', async (role) => {
  const as = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: null }));
  for (const policy of Object.keys(policies)) {
    const body = { role, policy, status: 'active', information: 'all' };
    const path = `/ajax/customers/${custIds.city}/role_policies`;
    expect(await server.call('PUT', path, { as, body })).toMatchObject({
      status: 400,
      body: { code: 'validationFailed', errors: [{ path: 'role' }] },
    });
  }
});
