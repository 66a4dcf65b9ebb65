import { allowed, type CustomerRolePolicy, type Role, roles, type UserPolicy } from '@varde/catalogue/permissions';
import { createCustomer, createUser } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { mayHandleAlarms, searchAlarmHandlers } from './alarm-handlers.ts';
import { userPolicies } from './tables.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const anyRole = fc.constantFrom<Role>(...roles.map(({ key }) => key));
/** Of the three customers below: 0 to 2, or all of them. */
const anyPlace = fc.option(fc.nat(2), { nil: null });
const anyPolicies = fc.array(fc.record({ role: anyRole, place: anyPlace }), { maxLength: 3 });
const anyRolePolicies = fc.uniqueArray(
  fc.record({
    place: fc.nat(2),
    role: anyRole,
    policy: fc.constantFrom('ALARM_HANDLE' as const, 'DEVICE_LIST' as const),
    status: fc.constantFrom('active' as const, 'inactive' as const),
    information: fc.constantFrom('all' as const, 'read' as const, null),
  }),
  { maxLength: 4, selector: ({ place, role, policy }) => `${place} ${role} ${policy}` },
);

test('who may handle alarms of a customer is decided in the database as in the catalogue', async () => {
  const { db } = opened;
  await fc.assert(
    fc.asyncProperty(anyPolicies, anyRolePolicies, async (held, given) => {
      await clearTables(db);
      const top = await createCustomer(db);
      const home = await createCustomer(db, { kind: 'home', parentId: top });
      const other = await createCustomer(db, { kind: 'home', parentId: top });
      const places = [top, home, other];
      const idOf = (place: number | null) => (place === null ? null : (places[place] ?? 0));
      const { userId } = await createUser(db);
      const policies: UserPolicy[] = held.map(({ role, place }) => ({ role, custId: idOf(place) }));
      const rolePolicies: CustomerRolePolicy[] = given.map(({ place, ...row }) => ({
        ...{ ...row, custId: idOf(place) ?? 0 },
      }));
      if (policies.length > 0)
        await db
          .insert(userPolicies)
          .values(policies.map((policy) => ({ ...policy, userId })))
          .onConflictDoNothing();
      if (rolePolicies.length > 0) await db.insert(customerRolePolicies).values(rolePolicies);
      const at = new Date();
      for (const path of [[top], [top, home], [top, other]]) {
        const custId = path.at(-1) ?? 0;
        const may = allowed({ policies, rolePolicies }, 'ALARM_HANDLE', path, 'act');
        expect(await mayHandleAlarms(db, { userId, custId, at })).toBe(may);
        const { users } = await searchAlarmHandlers(db, { custId, now: at, withOperators: true });
        expect(users.map((handler) => handler.userId)).toEqual(may ? [userId] : []);
      }
    }),
    { numRuns: 40 },
  );
});
