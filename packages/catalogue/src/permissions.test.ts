import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowed,
  type CustomerRolePolicy,
  isAdmin,
  isAlarmPartner,
  isTrackerOnly,
  type Policy,
  policies,
  type Role,
  requiredInformation,
  roles,
  scopeOf,
  showingPolicies,
  type Use,
} from './permissions.ts';

const holder = (...held: [Role, number | null][]) => ({
  policies: held.map(([role, custId]) => ({ role, custId })),
});
/** Municipality 1, district 12, nursing home 123. */
const nursingHome = [1, 12, 123];

const superfirm = ['SUPERFIRM'];
const firms = ['SUPERAHP', 'AHP', ...superfirm, 'FIRM'];
const users = [...firms, 'RESTRICTED_USER'];
const everybody = [...users, 'TRACKER'];

/**
 * Both sections 6, statement by statement: the words of the specification, the policies that they name, and their
 * holders.
 */
const statements: [string, readonly Policy[], readonly string[]][] = [
  ['admin', ['ADMIN'], superfirm],
  ['user privileges all', ['USER_PRIVILEGES_ALL'], superfirm],
  ['user privileges add', ['USER_PRIVILEGES_ADD'], superfirm],
  ['user privileges read', ['USER_PRIVILEGES_READ'], superfirm],
  ['audit log', ['AUDIT_LOG'], superfirm],
  ['how long data is kept', ['RETENTION'], superfirm],
  ['promote temp', ['PROMOTE_TEMP'], superfirm],
  ['activate', ['ACTIVATE'], superfirm],
  ['deleted users', ['DELETED_USERS'], superfirm],
  ['last login', ['LAST_LOGIN'], superfirm],
  ['access to all', ['ACCESS_TO_ALL'], superfirm],
  ['edit of a national-integration uuid', ['EDIT_NATIONAL_INTEGRATION_UUID'], superfirm],
  ['default settings: communication', ['DEFAULT_SETTINGS_COMMUNICATION'], firms],
  ['default settings: positioning', ['DEFAULT_SETTINGS_POSITIONING'], firms],
  ['default settings: tracking', ['DEFAULT_SETTINGS_TRACKING'], firms],
  ['default settings: light/sound', ['DEFAULT_SETTINGS_LIGHT_SOUND'], firms],
  ['default settings: battery', ['DEFAULT_SETTINGS_BATTERY'], firms],
  ['default settings: general', ['DEFAULT_SETTINGS_GENERAL'], firms],
  ['default settings: privacy', ['DEFAULT_SETTINGS_PRIVACY'], firms],
  ['default settings: firmware', ['DEFAULT_SETTINGS_FIRMWARE'], firms],
  ['default settings: whitelist', ['DEFAULT_SETTINGS_WHITELIST'], firms],
  ['default settings: integration', ['DEFAULT_SETTINGS_INTEGRATION'], firms],
  ['default settings: event setup', ['DEFAULT_SETTINGS_EVENT_SETUP'], firms],
  ['device indoor customer', ['DEVICE_INDOOR_CUSTOMER'], firms],
  ['customer geofence', ['CUSTOMER_GEOFENCE'], firms],
  ['coupon codes, administered by firms', ['COUPON_CODES'], firms],
  ['device access map; trackers have the map button', ['DEVICE_ACCESS_MAP'], everybody],
  ['transaction log', ['DEVICE_TRANSACTION_LOG'], users],
  ['logs', ['DEVICE_LOGS'], users],
  ['settings', ['DEVICE_SETTINGS'], users],
  ['general settings', ['GENERAL_SETTINGS'], users],
  ['tracking', ['DEVICE_TRACKING'], users],
  ['event setup', ['EVENT_SETUP'], users],
  ['GSM recipients (all/read)', ['GSM_RECIPIENTS_ALL', 'GSM_RECIPIENTS_READ'], users],
  ['e-mail recipients (all/read)', ['EMAIL_RECIPIENTS_ALL', 'EMAIL_RECIPIENTS_READ'], users],
  ['next-of-kin check', ['NEXT_OF_KIN_CHECK'], users],
  ['next-of-kin tracking', ['NEXT_OF_KIN_TRACKING'], users],
  ['next-of-kin schedule', ['NEXT_OF_KIN_SCHEDULE'], users],
  ['next-of-kin call', ['NEXT_OF_KIN_CALL'], users],
  ['next-of-kin image', ['NEXT_OF_KIN_IMAGE'], users],
  ['alarm centre', ['ALARM_CENTRE'], users],
  ['control calling', ['CONTROL_CALLING'], users],
  ['name change', ['NAME_CHANGE'], users],
  ['edit sub-orgs', ['EDIT_SUB_ORGS'], users],
  ['organisation', ['DEVICE_ORGANIZATION'], users],
  ['geofence', ['DEVICE_GEOFENCE'], users],
  ['info', ['DEVICE_INFO'], users],
  ['indoor', ['DEVICE_INDOOR'], users],
  ['sensor', ['DEVICE_SENSOR'], users],
  ['light/sound', ['DEVICE_LIGHT_SOUND'], users],
  ['the varde and GX-8 groups', ['VARDE', 'GX8'], users],
  ['twin device', ['TWIN_DEVICE'], users],
  ['sub-orgs', ['SUB_ORGS'], users],
  ['partner', ['PARTNER'], users],
  ['partner prices', ['PARTNER_PRICES'], users],
  ['add-device menu', ['ADD_DEVICE_MENU'], users],
  ['tab group: delete data', ['DEVICE_DELETE_DATA'], users],
  ['tab group: positioning', ['DEVICE_POSITIONING'], users],
  ['tab group: battery threshold', ['DEVICE_BATTERY_THRESHOLD'], users],
  ['tab group: alarm', ['DEVICE_ALARM'], users],
  ['tab group: man down', ['DEVICE_MAN_DOWN'], users],
  ['tab group: heart rate and blood pressure', ['DEVICE_HEART_RATE_BLOOD_PRESSURE'], users],
  ['device note also allows TRACKER', ['DEVICE_NOTE'], everybody],
  ["Varde's own: the device list", ['DEVICE_LIST'], everybody],
  ["Varde's own: handling alarms", ['ALARM_HANDLE'], users],
];

describe('policies by role', () => {
  it('has the six roles of the specification and no others', () => {
    expect(roles.map(({ key }) => key)).toEqual(everybody);
  });

  it.each(statements)('are held by a role of the policy, and by no other: %s', (_, named, expected) => {
    for (const policy of named) {
      const having = roles.map(({ key }) => key).filter((role) => allowed(holder([role, 12]), policy, nursingHome));
      expect(having, policy).toEqual(expected);
    }
  });

  it('have a statement each', () => {
    expect(statements.flatMap(([, named]) => named).sort()).toEqual(Object.keys(policies).sort());
  });
});

describe('the scope of a role', () => {
  it('covers the customer and everything below it, not its ancestors or siblings', () => {
    const user = holder(['FIRM', 12]);
    expect(allowed(user, 'DEVICE_SETTINGS', [1, 12])).toBe(true);
    expect(allowed(user, 'DEVICE_SETTINGS', nursingHome)).toBe(true);
    expect(allowed(user, 'DEVICE_SETTINGS', [1])).toBe(false);
    expect(allowed(user, 'DEVICE_SETTINGS', [1, 13, 131])).toBe(false);
    expect(allowed(user, 'DEVICE_SETTINGS', [])).toBe(false);
  });

  it('covers all customers with a global policy', () => {
    expect(allowed(holder(['FIRM', null]), 'DEVICE_SETTINGS', [7])).toBe(true);
  });

  it('covers all customers with a role of an alarm-handling partner, for what the role holds', () => {
    for (const role of ['AHP', 'SUPERAHP'] as const)
      for (const place of [nursingHome, null]) {
        expect(allowed(holder([role, 99]), 'ALARM_HANDLE', place)).toBe(true);
        expect(allowed(holder([role, 99]), 'AUDIT_LOG', place)).toBe(false);
      }
  });

  it('never lends the rights of one customer to another, for one customer as in general', () => {
    const user = holder(['SUPERFIRM', 13], ['TRACKER', 12]);
    expect(allowed(user, 'AUDIT_LOG', nursingHome)).toBe(false);
    expect(allowed(user, 'AUDIT_LOG', [1, 13])).toBe(true);
    expect(allowed(user, 'AUDIT_LOG', null)).toBe(true);
  });

  it('refuses a user without policies', () => {
    expect(allowed(holder(), 'DEVICE_NOTE', nursingHome)).toBe(false);
    expect(allowed(holder(), 'DEVICE_NOTE', null)).toBe(false);
  });
});

it('is the customers of the policies that hold, and empty without any', () => {
  const user = holder(['FIRM', 12], ['FIRM', 12], ['TRACKER', 13]);
  expect(scopeOf(user, 'DEVICE_SETTINGS')).toEqual([12]);
  expect(scopeOf(user, 'DEVICE_NOTE')).toEqual([12, 13]);
  expect(scopeOf(holder(), 'DEVICE_NOTE')).toEqual([]);
  expect(scopeOf(holder(['TRACKER', null], ['FIRM', 12]), 'DEVICE_SETTINGS')).toEqual([12]);
  expect(scopeOf(holder(['TRACKER', 12], ['FIRM', null]), 'DEVICE_SETTINGS')).toBe('all');
  expect(scopeOf(holder(['AHP', 99]), 'CUSTOMER_GEOFENCE')).toBe('all');
  expect(scopeOf(holder(['AHP', 99]), 'AUDIT_LOG')).toEqual([]);
});

describe("a customer's role policy", () => {
  const given = (over: Partial<CustomerRolePolicy> = {}): CustomerRolePolicy => ({
    custId: 12,
    role: 'TRACKER',
    policy: 'NAME_CHANGE',
    status: 'active',
    information: null,
    ...over,
  });
  const tracker = (...rolePolicies: CustomerRolePolicy[]) => ({ ...holder(['TRACKER', 1]), rolePolicies });

  it('gives a role a policy that it lacks by itself, for the customer and everything below', () => {
    expect(allowed(tracker(), 'NAME_CHANGE', nursingHome)).toBe(false);
    expect(allowed(tracker(given()), 'NAME_CHANGE', nursingHome)).toBe(true);
    expect(allowed(tracker(given()), 'NAME_CHANGE', null)).toBe(true);
    expect(allowed(tracker(given()), 'NAME_CHANGE', [1])).toBe(false);
    expect(allowed(tracker(given()), 'NAME_CHANGE', [1, 13])).toBe(false);
    expect(allowed(tracker(given()), 'DEVICE_SETTINGS', nursingHome)).toBe(false);
  });

  it('counts only while its status is active; the nearest customer decides', () => {
    expect(allowed(tracker(given({ status: 'inactive' })), 'NAME_CHANGE', nursingHome)).toBe(false);
    expect(allowed(tracker(given({ status: 'inactive' })), 'NAME_CHANGE', null)).toBe(false);
    const user = tracker(given(), given({ custId: 123, status: 'inactive' }));
    expect(allowed(user, 'NAME_CHANGE', nursingHome)).toBe(false);
    expect(allowed(user, 'NAME_CHANGE', [1, 12, 124])).toBe(true);
  });

  it('never removes a policy that a role holds by itself', () => {
    const user = {
      ...holder(['FIRM', 12]),
      rolePolicies: [given({ role: 'FIRM', status: 'inactive' })],
    };
    expect(allowed(user, 'NAME_CHANGE', nursingHome)).toBe(true);
  });

  it('needs the information value where the policy asks for one', () => {
    expect(requiredInformation).toEqual({ DEVICE_TRANSACTION_LOG: 'all', DEVICE_TRACKING: 'all' });
    const may = (information: CustomerRolePolicy['information']) =>
      allowed(tracker(given({ policy: 'DEVICE_TRACKING', information })), 'DEVICE_TRACKING', nursingHome);
    expect([may(null), may('read'), may('all')]).toEqual([false, false, true]);
  });

  it('lets the role read and not act when it gives for reading, unless the policy only shows', () => {
    const may = (policy: Policy, information: CustomerRolePolicy['information'], use: Use) => {
      const user = tracker(given({ policy, information }));
      expect(allowed(user, policy, null, use)).toBe(allowed(user, policy, nursingHome, use));
      return allowed(user, policy, nursingHome, use);
    };
    const closed: readonly Policy[] = ['DEVICE_LOGS', 'DEVICE_SETTINGS', 'GENERAL_SETTINGS'];
    for (const policy of Object.keys(policies) as Policy[]) {
      const holders: readonly Role[] = policies[policy];
      if (holders.includes('TRACKER') || requiredInformation[policy] || closed.includes(policy)) continue;
      expect([may(policy, 'read', 'look'), may(policy, 'all', 'look'), may(policy, null, 'look')]).toEqual(
        Array.from({ length: 3 }, () => true),
      );
      expect([may(policy, 'all', 'act'), may(policy, null, 'act')]).toEqual([true, true]);
      expect(may(policy, 'read', 'act'), policy).toBe(showingPolicies.has(policy));
    }
    expect(showingPolicies.has('USER_PRIVILEGES_ALL')).toBe(false);
  });

  it('removes nothing from a role that may act anyway: its own policy, or one that another customer gives in full', () => {
    const toLook = given({ role: 'FIRM', information: 'read' });
    expect(allowed({ ...holder(['FIRM', 12]), rolePolicies: [toLook] }, 'NAME_CHANGE', nursingHome, 'act')).toBe(true);
    const nearer = tracker(given({ information: 'read' }), given({ custId: 123, information: 'all' }));
    expect(allowed(nearer, 'NAME_CHANGE', nursingHome, 'act')).toBe(true);
    expect(allowed(nearer, 'NAME_CHANGE', [1, 12, 124], 'act')).toBe(false);
  });

  it('is checked for reading or for acting, for one customer as in general', () => {
    const user = tracker(given({ information: 'read' }));
    for (const place of [nursingHome, null]) {
      expect(allowed(user, 'NAME_CHANGE', place)).toBe(true);
      expect(allowed(user, 'NAME_CHANGE', place, 'act')).toBe(false);
    }
  });

  it('applies to a user with other roles too', () => {
    for (const held of [holder(['TRACKER', 1], ['FIRM', 99]), holder(['FIRM', 99], ['TRACKER', 1])])
      expect(allowed({ ...held, rolePolicies: [given({ policy: 'AUDIT_LOG' })] }, 'AUDIT_LOG', null)).toBe(true);
  });

  it('applies to its role alone, and only within the customers of that role', () => {
    expect(
      allowed({ ...holder(['FIRM', 12]), rolePolicies: [given({ policy: 'AUDIT_LOG' })] }, 'AUDIT_LOG', null),
    ).toBe(false);
    const elsewhere = { ...holder(['TRACKER', 13]), rolePolicies: [given()] };
    expect(allowed(elsewhere, 'NAME_CHANGE', nursingHome)).toBe(false);
  });

  it.each(['DEVICE_TRANSACTION_LOG', 'DEVICE_LOGS', 'DEVICE_SETTINGS', 'GENERAL_SETTINGS'] as const)(
    'opens neither log nor settings to a tracker-only user: %s',
    (policy) => {
      const grant = given({ policy, information: 'all' });
      const both = { ...holder(['TRACKER', 1], ['RESTRICTED_USER', 13]), rolePolicies: [grant] };
      for (const place of [nursingHome, null]) {
        expect(allowed(tracker(grant), policy, place)).toBe(false);
        expect(allowed(both, policy, place)).toBe(true);
      }
    },
  );

  it('gives nothing to a user without a policy', () => {
    const role = fc.constantFrom(...roles.map(({ key }) => key));
    const policy = fc.constantFrom(...(Object.keys(policies) as Policy[]));
    const anything = fc.record({
      custId: fc.constantFrom(1, 12, 123),
      role,
      policy,
      status: fc.constant('active' as const),
      information: fc.constant('all' as const),
    });
    fc.assert(
      fc.property(fc.array(anything), policy, (rolePolicies, asked) => {
        expect(allowed({ policies: [], rolePolicies }, asked, nursingHome)).toBe(false);
        expect(allowed({ ...holder(['TRACKER', 99]), rolePolicies }, asked, nursingHome)).toBe(false);
      }),
    );
  });
});

it('identifies a tracker-only user by every policy [C6.03 D6.037]', () => {
  expect(isTrackerOnly(holder(['TRACKER', 1], ['TRACKER', 2]))).toBe(true);
  expect(isTrackerOnly(holder(['TRACKER', 1], ['FIRM', 2]))).toBe(false);
  expect(isTrackerOnly(holder())).toBe(false);
});

it('knows an administrator by a global policy with the superfirm role [D6.041]', () => {
  expect(isAdmin(holder(['SUPERFIRM', null]))).toBe(true);
  expect(isAdmin(holder(['TRACKER', 1], ['SUPERFIRM', null]))).toBe(true);
  expect(isAdmin(holder(['SUPERFIRM', 1], ['FIRM', null]))).toBe(false);
  expect(isAdmin(holder(['SUPERAHP', null]))).toBe(false);
});

it('identifies a user of an alarm-handling partner by any of their roles', () => {
  expect(isAlarmPartner(holder(['AHP', 1]))).toBe(true);
  expect(isAlarmPartner(holder(['TRACKER', 1], ['SUPERAHP', 99]))).toBe(true);
  expect(isAlarmPartner(holder(['SUPERFIRM', null], ['FIRM', 1]))).toBe(false);
  expect(isAlarmPartner(holder())).toBe(false);
});
