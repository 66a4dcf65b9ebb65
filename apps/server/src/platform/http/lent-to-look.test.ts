import { type Policy, policies } from '@varde/catalogue/permissions';
import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { contentOfTables } from '@varde/testing/content-of-tables';
import { createCustomer, createUser } from '@varde/testing/factories';
import { refusalBodies, refusalQueries } from '@varde/testing/refusal-bodies';
import { createRefusalWorld, type RefusalWorld } from '@varde/testing/refusal-world';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { generateSecret } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';

/** Trackers hold this call's policy themselves: nobody can lend it to them. */
const ownOfTrackers = 'notes.saveNote';

/**
 * Calls that the borrower may make by the other role, elsewhere: two answer for each row, here with a fault or without the
 * device; a key would be the borrower's own, and the password is not.
 */
const answeredElsewhere: Readonly<Record<string, number>> = {
  'newDevices.importDevices': 200,
  'settings.previewSettings': 200,
  'settings.previewDefaultSettings': 200,
  'account.createApiKey': 400,
};

/** Calls that need a policy, and may change something. */
const changing = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints)
    .map(([name, endpoint]: [string, Endpoint]) => ({ name: `${group}.${name}`, endpoint }))
    .filter(({ name, endpoint: { method, permission } }) => {
      const isOpen = permission === 'public' || permission === 'session';
      return method !== 'GET' && !isOpen && name !== ownOfTrackers;
    }),
);

let server: TestServer;
let world: RefusalWorld;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  world = await createRefusalWorld(server, generateSecret());
  const borrower = await createUser(server.db, { role: 'TRACKER', custId: Number(world.ids.custId) });
  // With another role elsewhere: some calls are closed to users whose roles are the tracker's alone.
  const elsewhere = await createCustomer(server.db);
  await server.db.insert(userPolicies).values({ userId: borrower.userId, role: 'RESTRICTED_USER', custId: elsewhere });
  cookie = await server.loginAs(borrower);
});
afterAll(() => server.close());

/** Our customer gives its trackers every policy. */
async function lend(information: 'read' | 'all'): Promise<void> {
  const custId = Number(world.ids.custId);
  await server.db.delete(customerRolePolicies);
  await server.db.insert(customerRolePolicies).values(
    (Object.keys(policies) as Policy[]).map((policy) => ({
      custId,
      role: 'TRACKER' as const,
      policy,
      status: 'active' as const,
      information,
    })),
  );
}

function callAsBorrower({ name, endpoint }: (typeof changing)[number]) {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, param: string) => String(world.ids[param]));
  const body = refusalBodies[name];
  return server.call(endpoint.method, `${path}${refusalQueries[name] ?? ''}`, {
    as: cookie,
    ...(body === undefined ? {} : { body }),
  });
}

describe('a right that a customer lends for reading', () => {
  test.each(changing)('changes nothing by $name', async (call) => {
    await lend('read');
    const before = await contentOfTables(server.db);
    const answer = await callAsBorrower(call);
    const elsewhere = answeredElsewhere[call.name];
    expect(elsewhere === undefined ? [403, 404] : [elsewhere]).toContain(answer.status);
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  test('gives no ability to act on any record that it shows', async () => {
    await lend('read');
    const { custId, deviId, userId } = world.ids;
    const shown = await Promise.all(
      [
        `/ajax/devices/${deviId}`,
        '/ajax/alarms',
        '/ajax/users',
        `/ajax/users/${userId}`,
        `/ajax/customers/${custId}`,
        `/ajax/customers/${custId}/role_policies`,
        `/ajax/personal_data/users/${userId}`,
        `/ajax/customers/${custId}/audit_retention`,
      ].map((url) => server.call('GET', url, { as: cookie })),
    );
    expect(shown.map(({ status }) => status)).toEqual(shown.map(() => 200));
    const [device, ...rest] = shown.map(({ body }) => JSON.stringify(body));
    expect(device).not.toMatch(/"(resetAlarm|assign)"/);
    for (const text of rest) {
      expect(text).not.toMatch(/"abilities":\[[^\]]/);
      expect(text).not.toMatch(/"(mayAdd|erasable|changeable)":(true|\[")/);
    }
  });

  test('lets its holder act once it is lent in full, so that the refusals above prove something', async () => {
    await lend('all');
    const done = [];
    for (const call of changing) if ((await callAsBorrower(call)).status === 200) done.push(call.name);
    expect(done).toEqual(
      expect.arrayContaining([
        'alarms.claimAlarm',
        'settings.saveSettings',
        'rolePolicies.saveRolePolicy',
        'audit.saveAuditRetention',
        'coupons.createCoupon',
        'customers.updateCustomer',
      ]),
    );
  });
});
