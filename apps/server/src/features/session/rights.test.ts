import type { Role } from '@varde/catalogue/permissions';
import { describe, expect, test } from 'vitest';
import type { GivenPolicy, HeldPolicy, HolderRecord } from '#domain/accounts/holders.ts';
import { callerOf } from './caller-of.ts';
import { isConcernedBy, rightsFingerprint } from './rights-of.ts';
import { narrowed, rolesOf } from './selected.ts';

/** Municipality 1 has district 2, which has home 3, and home 4; firm 10 is separate. */
const below: Record<number, number[]> = { 1: [1, 2, 3, 4], 2: [2, 3], 3: [3], 4: [4], 10: [10] };
const held = (role: Role, custId: number | null): HeldPolicy => ({
  role,
  custId,
  reach: custId === null ? [] : (below[custId] ?? []),
});
const given = (over: Partial<GivenPolicy> = {}): GivenPolicy => ({
  role: 'TRACKER',
  policy: 'NAME_CHANGE',
  information: null,
  custIds: [10, 3],
  ...over,
});
const record = (policies: HeldPolicy[], ...more: GivenPolicy[]): HolderRecord => ({
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
  policies,
  given: more,
});
const caller = (policies: HeldPolicy[], ...more: GivenPolicy[]) => callerOf(record(policies, ...more), '192.0.2.1');

describe('a caller reaches', () => {
  test('the subtree of each of several roles, and the customers that give something to one of them', () => {
    expect(caller([held('TRACKER', 4), held('FIRM', 2)]).reach).toEqual([4, 2, 3]);
    expect(caller([held('TRACKER', 4), held('FIRM', 2)], given()).reach).toEqual([4, 2, 3, 10]);
    expect(caller([held('TRACKER', 4)]).reach).toEqual([4]);
    expect(caller([]).reach).toEqual([]);
  });

  test.each([[held('FIRM', null)], [held('TRACKER', null)], [held('AHP', 10)], [held('SUPERAHP', 10)]])(
    'everything with %o, whatever other roles there are',
    (everywhere) => {
      expect(caller([everywhere]).reach).toBe('all');
      expect(caller([held('TRACKER', 4), everywhere]).reach).toBe('all');
    },
  );
});

describe('a policy is held', () => {
  test('at the customers of every role with it and where one is given, each once and in order', () => {
    const kari = caller([held('FIRM', 4), held('TRACKER', 10), held('FIRM', 2)], given());
    expect(kari.scopeOf('NAME_CHANGE')).toEqual([2, 3, 4, 10]);
    expect(kari.scopeOf('NAME_CHANGE')).toBe(kari.scopeOf('NAME_CHANGE'));
    for (const custId of [2, 3, 4, 10]) expect(kari.may('NAME_CHANGE', custId)).toBe(true);
    expect(kari.may('NAME_CHANGE', 1)).toBe(false);
  });

  test('but not by a tracker-only user where it is closed to trackers, whatever the role policy', () => {
    const lent = given({ policy: 'DEVICE_SETTINGS', custIds: [3] });
    const tracker = caller([held('TRACKER', 1), held('TRACKER', 10)], lent);
    expect(tracker.scopeOf('DEVICE_SETTINGS')).toEqual([]);
    expect(tracker.mayAnywhere('DEVICE_SETTINGS')).toBe(false);
    const both = caller([held('TRACKER', 1), held('RESTRICTED_USER', 10)], lent);
    expect(both.scopeOf('DEVICE_SETTINGS')).toEqual([3, 10]);
  });
});

describe('a policy given for reading', () => {
  const lent = given({ information: 'read' });

  test('is held for reading and not for acting; one given in full is held for both', () => {
    const kari = caller([held('TRACKER', 1)], lent, given({ policy: 'DEVICE_TRACKING', information: 'all' }));
    expect(kari.scopeOf('NAME_CHANGE')).toEqual([3, 10]);
    expect(kari.acting.scopeOf('NAME_CHANGE')).toEqual([]);
    for (const use of [kari, kari.acting]) expect(use.scopeOf('DEVICE_TRACKING')).toEqual([3, 10]);
    expect([kari.mayAnywhere('NAME_CHANGE'), kari.acting.mayAnywhere('NAME_CHANGE')]).toEqual([true, false]);
    expect(caller([held('TRACKER', 1)], given({ custIds: [3] })).mayAnywhere('NAME_CHANGE')).toBe(true);
  });

  test('removes nothing from a holder of full access', () => {
    const operator = caller([held('AHP', 10)], { ...lent, role: 'AHP' });
    expect(operator.acting.may('NAME_CHANGE', 77)).toBe(true);
    expect(operator.acting.mayAnywhere('NAME_CHANGE')).toBe(true);
  });
});

test('the context of an alarm partner ends with the role', () => {
  expect(caller([held('TRACKER', 4), held('AHP', 10)]).context).toBe('AHP');
  expect(caller([held('TRACKER', 4)]).context).toBe('PROFFWEB');
});

describe('selected roles', () => {
  const user = record([held('TRACKER', 4), held('FIRM', 2)], given(), given({ role: 'FIRM' }));

  test('keep the rights of these roles, and without a selection all rights stay', () => {
    expect(narrowed(user, null)).toBe(user);
    expect(narrowed(user, ['FIRM'])).toMatchObject({
      policies: [{ role: 'FIRM' }],
      given: [{ role: 'FIRM' }],
    });
    expect(narrowed(user, ['SUPERFIRM', 'made up'])).toMatchObject({ policies: [], given: [] });
  });

  test('are marked among the held ones, each once', () => {
    const twice = { ...user, policies: [...user.policies, held('FIRM', 10)] };
    const of = (selected: string[] | null) => rolesOf(twice, selected).map((one) => [one.role, one.selected]);
    expect(of(null)).toEqual([
      ['FIRM', true],
      ['TRACKER', true],
    ]);
    expect(of(['TRACKER', 'AHP'])).toEqual([
      ['FIRM', false],
      ['TRACKER', true],
    ]);
  });
});

describe('a live connection', () => {
  test('reconnects when rights change, and not for a right given to a user who has it everywhere', () => {
    const tracker = record([held('TRACKER', 1)]);
    expect(rightsFingerprint({ ...tracker, given: [given()] })).not.toBe(rightsFingerprint(tracker));
    const operator = record([held('AHP', 10)]);
    expect(rightsFingerprint({ ...operator, given: [given({ role: 'AHP' })] })).toBe(rightsFingerprint(operator));
    expect(rightsFingerprint(operator)).not.toBe(rightsFingerprint(tracker));
  });

  test.each<[boolean, string, HeldPolicy[], number]>([
    [true, 'below one of the own customers', [held('FIRM', 2)], 3],
    [true, 'at the own customer', [held('FIRM', 2)], 2],
    [true, 'below the second of two customers', [held('TRACKER', 4), held('FIRM', 2)], 3],
    [false, 'above the own customers', [held('FIRM', 2)], 1],
    [false, 'beside the own customers', [held('FIRM', 2), held('FIRM', 3)], 4],
    [true, 'anywhere, with a role everywhere that customers can add to', [held('FIRM', null)], 10],
    [false, 'anywhere, with a role everywhere that holds everything', [held('SUPERFIRM', null)], 10],
    [false, 'anywhere, without a role', [], 10],
  ])('is affected (%s) by a change %s', (expected, _, policies, custId) => {
    expect(isConcernedBy(record(policies), new Set([custId, 99]))).toBe(expected);
  });
});
