import { type Policy, policies, type Role, roles } from '@varde/catalogue/permissions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GivenPolicy, HeldPolicy, HolderRecord } from '#domain/accounts/holders.ts';
import type { Caller } from '#platform/caller.ts';
import { callerOf } from './caller-of.ts';
import { narrowed } from './selected.ts';

const role = fc.constantFrom<Role>(...roles.map(({ key }) => key));
const policy = fc.constantFrom<Policy>(...(Object.keys(policies) as Policy[]));
/** A municipality with a district that has a home, and another home; a separate firm. */
const below = { 1: [1, 2, 3, 4], 2: [2, 3], 3: [3], 4: [4], 5: [5] } as const;
const custId = fc.constantFrom<keyof typeof below>(1, 2, 3, 4, 5);
const held: fc.Arbitrary<HeldPolicy> = fc
  .record({ role, custId: fc.option(custId) })
  .map((one) => ({ ...one, reach: one.custId === null ? [] : below[one.custId] }));
const given: fc.Arbitrary<GivenPolicy> = fc.record({
  role,
  policy,
  information: fc.option(fc.constantFrom('all' as const, 'read' as const)),
  custIds: fc.uniqueArray(custId),
});
const record = fc.record({ policies: fc.array(held, { maxLength: 4 }), given: fc.array(given, { maxLength: 4 }) }).map(
  ({ policies: all, given: more }): HolderRecord => ({
    keyId: null,
    userId: 1,
    username: 'kari@test.example',
    firstName: 'Kari',
    lastName: 'Nes',
    language: 'nb',
    theme: null,
    gdprAccepted: true,
    seesPositions: true,
    twoFactor: false,
    context: 'AHP',
    isPrivate: false,
    isPartner: false,
    payingCustomer: null,
    beta: false,
    translator: false,
    endsAt: null,
    policies: all,
    // Only policies given to roles that the user holds, as the query returns them.
    given: more.filter((one) => all.some((each) => each.role === one.role)),
  }),
);
const selection = fc.array(fc.oneof(role, fc.string()), { maxLength: 6 });

const covers = (whole: ReturnType<Caller['scopeOf']>, part: ReturnType<Caller['scopeOf']>) =>
  whole === 'all' || (part !== 'all' && part.every((id) => whole.includes(id)));

test('no selection of roles, real, unheld or made up, adds a right', () => {
  fc.assert(
    fc.property(record, selection, (user, selected) => {
      const whole = callerOf(user, '192.0.2.1');
      const part = callerOf(narrowed(user, selected), '192.0.2.1');
      const wider = (Object.keys(policies) as Policy[]).filter(
        (each) => !covers(whole.scopeOf(each), part.scopeOf(each)),
      );
      expect(wider).toEqual([]);
      expect(covers(whole.reach, part.reach)).toBe(true);
      expect(part.isAdmin && !whole.isAdmin).toBe(false);
      expect(part.context === 'AHP' && whole.context !== 'AHP').toBe(false);
    }),
  );
});

test('selecting all held roles equals no selection', () => {
  fc.assert(
    fc.property(record, (user) => {
      const everything = narrowed(
        user,
        user.policies.map((each) => each.role),
      );
      expect([everything.policies, everything.given]).toEqual([user.policies, user.given]);
    }),
  );
});
