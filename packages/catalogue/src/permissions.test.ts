import { describe, expect, it } from 'vitest';
import {
  allowed,
  isAdmin,
  isTrackerOnly,
  type Policy,
  policies,
  type Role,
  roles,
  scopeOf,
} from './permissions.ts';

const holder = (...held: [Role, number | null][]) => ({
  policies: held.map(([role, custId]) => ({ role, custId })),
});
/** Municipality 1, district 12, nursing home 123. */
const nursingHome = [1, 12, 123];

describe('allowed', () => {
  it.each<[Policy, string]>([
    ['AUDIT_LOG', 'SUPERAHP AHP SUPERFIRM'],
    ['ACCESS_TO_ALL', 'SUPERAHP AHP SUPERFIRM'],
    ['DEFAULT_SETTINGS_TRACKING', 'SUPERAHP AHP SUPERFIRM FIRM'],
    ['CUSTOMER_GEOFENCE', 'SUPERAHP AHP SUPERFIRM FIRM'],
    ['DEVICE_SETTINGS', 'SUPERAHP AHP SUPERFIRM FIRM RESTRICTED_USER'],
    ['ADD_DEVICE_MENU', 'SUPERAHP AHP SUPERFIRM FIRM RESTRICTED_USER'],
    ['DEVICE_NOTE', 'SUPERAHP AHP SUPERFIRM FIRM RESTRICTED_USER TRACKER'],
  ])('gives %s to %s', (policy, expected) => {
    const having = roles
      .map(({ key }) => key)
      .filter((role) => allowed(holder([role, 12]), policy, nursingHome));
    expect(having.join(' ')).toBe(expected);
  });

  it('covers the customer and everything below it, not what is above or beside', () => {
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

  it('gives alarm-handling partners full access everywhere', () => {
    for (const policy of Object.keys(policies) as Policy[]) {
      expect(allowed(holder(['AHP', 99]), policy, nursingHome)).toBe(true);
    }
  });

  it('never lends the rights of one customer to another', () => {
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

it('scopes a user to the customers of the policies that hold, and to none without', () => {
  const user = holder(['FIRM', 12], ['FIRM', 12], ['TRACKER', 13]);
  expect(scopeOf(user, 'DEVICE_SETTINGS')).toEqual([12]);
  expect(scopeOf(user, 'DEVICE_NOTE')).toEqual([12, 13]);
  expect(scopeOf(holder(), 'DEVICE_NOTE')).toEqual([]);
  expect(scopeOf(holder(['TRACKER', null], ['FIRM', 12]), 'DEVICE_SETTINGS')).toEqual([12]);
  expect(scopeOf(holder(['TRACKER', 12], ['FIRM', null]), 'DEVICE_SETTINGS')).toBe('all');
  expect(scopeOf(holder(['AHP', 99]), 'AUDIT_LOG')).toBe('all');
});

it('knows a tracker-only user by every policy, and an administrator by a global superfirm policy', () => {
  expect(isTrackerOnly(holder(['TRACKER', 1], ['TRACKER', 2]))).toBe(true);
  expect(isTrackerOnly(holder(['TRACKER', 1], ['FIRM', 2]))).toBe(false);
  expect(isTrackerOnly(holder())).toBe(false);
  expect(isAdmin(holder(['SUPERFIRM', null]))).toBe(true);
  expect(isAdmin(holder(['SUPERFIRM', 1], ['FIRM', null]))).toBe(false);
});
