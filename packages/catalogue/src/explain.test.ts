import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowed,
  type CustomerRolePolicy,
  explain,
  type Holder,
  isTrackerOnly,
  type Policy,
  policies,
  type Role,
  roles,
  scopeOf,
  type UserPolicy,
} from './permissions.ts';

/** Municipality 1, district 12, nursing home 123. */
const nursingHome = [1, 12, 123];
const given = (over: Partial<CustomerRolePolicy> = {}): CustomerRolePolicy => ({
  custId: 12,
  role: 'TRACKER',
  policy: 'DEVICE_TRACKING',
  status: 'active',
  information: 'all',
  ...over,
});
const tracker: UserPolicy = { role: 'TRACKER', custId: 1 };

describe('the reason why a user may act', () => {
  it.each<[string, UserPolicy, object]>([
    ['a role that reaches all customers, wherever it is held', { role: 'AHP', custId: 99 }, { by: 'everywhere' }],
    ['a role above the customer', { role: 'FIRM', custId: 1 }, { by: 'role' }],
    ['a role everywhere', { role: 'FIRM', custId: null }, { by: 'role' }],
    ['what a customer gives to the role', tracker, { by: 'rolePolicy', saidBy: 12 }],
  ])('is %s', (_, held, reason) => {
    const user = { policies: [held], rolePolicies: [given()] };
    expect(explain(user, 'DEVICE_TRACKING', nursingHome)).toEqual({ allowed: true, held, ...reason });
  });

  it('is the role that allows it, when another one does not', () => {
    const taken = given({ custId: 123, status: 'inactive' });
    const user = { policies: [tracker, { role: 'FIRM', custId: 12 } as const], rolePolicies: [taken] };
    expect(explain(user, 'DEVICE_TRACKING', nursingHome)).toMatchObject({
      by: 'role',
      held: { role: 'FIRM' },
    });
  });
});

describe('a right that is given for reading', () => {
  it('differs from one that allows acting, and yields to it', () => {
    const toLook = given({ policy: 'NAME_CHANGE', information: 'read' });
    const user = { policies: [tracker], rolePolicies: [toLook] };
    const at12 = { allowed: true, held: tracker, saidBy: 12 };
    expect(explain(user, 'NAME_CHANGE', nursingHome)).toEqual({ ...at12, by: 'rolePolicyToLook' });
    const firm: UserPolicy = { role: 'FIRM', custId: 1 };
    const taken = given({ policy: 'USER_PRIVILEGES_ALL', role: 'FIRM', status: 'inactive' });
    const lent = given({ policy: 'USER_PRIVILEGES_ALL', information: 'read' });
    expect(
      explain({ policies: [firm, tracker], rolePolicies: [taken, lent] }, 'USER_PRIVILEGES_ALL', nursingHome),
    ).toEqual({ ...at12, by: 'rolePolicyToLook' });
    const audit = { policy: 'USER_PRIVILEGES_ALL', information: 'read' } as const;
    const both = {
      policies: [tracker, firm],
      rolePolicies: [given(audit), given({ ...audit, role: 'FIRM', information: 'all' })],
    };
    expect(explain(both, 'USER_PRIVILEGES_ALL', nursingHome)).toEqual({
      ...at12,
      held: firm,
      by: 'rolePolicy',
    });
  });
});

describe('the reason why a user may not act', () => {
  it.each<[string, UserPolicy[], CustomerRolePolicy[], object]>([
    ['no role reaches the customer', [{ role: 'FIRM', custId: 13 }], [], { by: 'noRoleHere' }],
    ['there is no role at all', [], [], { by: 'noRoleHere' }],
    ['no role that does has the policy', [tracker], [], { by: 'noRoleWithIt' }],
    [
      'the nearest customer takes it back',
      [tracker],
      [given(), given({ custId: 123, status: 'inactive' })],
      { by: 'takenBack', held: tracker, saidBy: 123 },
    ],
    [
      'the customer gives too little',
      [tracker],
      [given({ information: 'read' })],
      { by: 'tooLittleInformation', held: tracker, saidBy: 12 },
    ],
  ])('is that %s', (_, held, rolePolicies, reason) => {
    expect(explain({ policies: held, rolePolicies }, 'DEVICE_TRACKING', nursingHome)).toEqual({
      allowed: false,
      ...reason,
    });
  });

  it('is that logs are closed to trackers, whatever a role policy gives them', () => {
    const user = { policies: [tracker], rolePolicies: [given({ policy: 'DEVICE_LOGS' })] };
    expect(explain(user, 'DEVICE_LOGS', nursingHome)).toEqual({ allowed: false, by: 'trackerOnly' });
  });
});

describe('an explanation for any user', () => {
  const role = fc.constantFrom<Role>(...roles.map(({ key }) => key));
  const policy = fc.constantFrom<Policy>(...(Object.keys(policies) as Policy[]));
  const custId = fc.constantFrom(1, 12, 123, 13);
  const user: fc.Arbitrary<Holder> = fc.record({
    policies: fc.array(fc.record({ role, custId: fc.option(custId) }), { maxLength: 4 }),
    rolePolicies: fc.array(
      fc.record({
        custId,
        role,
        policy,
        status: fc.constantFrom('active', 'inactive'),
        information: fc.constantFrom('all', 'read', null),
      }),
      { maxLength: 8 },
    ),
  });
  const path = fc.constantFrom<number[]>([1], [1, 12], [1, 12, 123], [1, 13], []);

  it('agrees with allowed', () => {
    fc.assert(
      fc.property(user, policy, path, (of, asked, at) => {
        expect(explain(of, asked, at).allowed).toBe(allowed(of, asked, at));
      }),
    );
  });

  it('agrees with the scope of the roles alone, which is computed another way', () => {
    fc.assert(
      fc.property(user, policy, path, (of, asked, at) => {
        const scope = scopeOf(of, asked);
        const reaches = scope === 'all' || scope.some((id) => at.includes(id));
        const { by } = explain(of, asked, at);
        expect(['everywhere', 'role'].includes(by)).toBe(reaches && by !== 'trackerOnly');
        if (by === 'trackerOnly') expect(isTrackerOnly(of)).toBe(true);
      }),
    );
  });

  it('names the role and the role policies that decide: without those policies, their rights are gone', () => {
    fc.assert(
      fc.property(user, policy, path, (of, asked, at) => {
        const why = explain(of, asked, at);
        if ('held' in why) expect(of.policies).toContainEqual(why.held);
        if (why.by !== 'rolePolicy') return;
        const silent = { ...of, rolePolicies: (of.rolePolicies ?? []).filter((one) => one.policy !== asked) };
        expect(explain(silent, asked, at).allowed).toBe(false);
        expect(of.rolePolicies).toContainEqual(
          expect.objectContaining({
            custId: why.saidBy,
            role: why.held.role,
            policy: asked,
            status: 'active',
          }),
        );
      }),
    );
  });
});
