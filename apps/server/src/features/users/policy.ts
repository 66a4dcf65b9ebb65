import type { Policy } from '@varde/catalogue/permissions';
import type { User } from '@varde/contract/users';
import { lastsUntil, type MayGrant } from '#domain/accounts/may-grant.ts';
import type { UserRecord } from '#domain/accounts/users.ts';
import type { Caller } from '#platform/caller.ts';

/** Whether the caller holds a policy for the customer that the account belongs to. */
export const governs = (caller: Caller, policy: Policy, custId: number | null): boolean =>
  custId === null ? caller.scopeOf(policy) === 'all' : caller.may(policy, custId);

/**
 * Whether the caller may act on the account with a policy: it belongs to the caller's customers, and has no role that
 * the caller could not have given. Without the second condition, an administrator of one home could lock out an
 * administrator.
 */
const mayActOn = (caller: Caller, mayGrant: MayGrant, policy: Policy, { user, held }: UserRecord): boolean =>
  governs(caller, policy, user.custId) && held.every((one) => mayGrant(policy, one));

/** No user changes their own rights or locks themselves out: another administrator must do it. */
const isOther = (caller: Caller, { user }: UserRecord): boolean => user.userId !== caller.userId;

export function abilitiesOn(caller: Caller, mayGrant: MayGrant, record: UserRecord): User['abilities'] {
  const { user } = record;
  if (!isOther(caller, record)) return [];
  const may = (policy: Policy) => mayActOn(caller, mayGrant, policy, record);
  const lasts = lastsUntil(caller, user.temporaryUntil);
  if (user.deletedAt !== null) return lasts && may('DELETED_USERS') ? ['undelete'] : [];
  return [
    ...(may('USER_PRIVILEGES_ALL') ? (['edit', 'delete'] as const) : []),
    ...(caller.mayAnywhere('USER_PRIVILEGES_ALL') ? (['policies'] as const) : []),
    ...(may('ADMIN') ? (['flags'] as const) : []),
    ...(may('ACTIVATE') && (lasts || user.disabledAt === null) ? (['activation'] as const) : []),
    ...(user.twoFactorSecret !== null && may('USER_PRIVILEGES_ALL') ? (['resetTwoFactor'] as const) : []),
    ...(user.temporaryUntil !== null && lastsUntil(caller, null) && may('PROMOTE_TEMP') ? (['promote'] as const) : []),
  ];
}
