import type { Policy } from '@varde/catalogue/permissions';
import type { User } from '@varde/contract/users';
import { mayGrant } from '#domain/accounts/may-grant.ts';
import type { UserRecord } from '#domain/accounts/users.ts';
import type { Caller } from '#platform/http/caller.ts';

/** Whether the caller holds a policy for the customer that the account belongs to. */
export const governs = (caller: Caller, policy: Policy, custId: number | null): boolean =>
  custId === null ? caller.scopeOf(policy) === 'all' : caller.may(policy, custId);

/**
 * Whether the caller may act on the account with a policy: it belongs to the caller's customers, and has no role that
 * the caller could not have given. Without the second condition, an administrator of one home could lock out an
 * administrator.
 */
export const mayActOn = (caller: Caller, policy: Policy, { user, held }: UserRecord): boolean =>
  governs(caller, policy, user.custId) && held.every((one) => mayGrant(caller, policy, one));

/** No user changes their own rights or locks themselves out: another administrator must do it. */
const isOther = (caller: Caller, { user }: UserRecord): boolean => user.userId !== caller.userId;

export function abilitiesOn(caller: Caller, record: UserRecord): User['abilities'] {
  const { user } = record;
  if (user.deletedAt !== null)
    return mayActOn(caller, 'DELETED_USERS', record) && isOther(caller, record) ? ['undelete'] : [];
  if (!isOther(caller, record)) return [];
  const may = (policy: Policy) => mayActOn(caller, policy, record);
  return [
    ...(may('USER_PRIVILEGES_ALL') ? (['edit', 'delete'] as const) : []),
    ...(caller.mayAnywhere('USER_PRIVILEGES_ALL') ? (['policies'] as const) : []),
    ...(may('ADMIN') ? (['flags'] as const) : []),
    ...(may('ACTIVATE') ? (['activation'] as const) : []),
    ...(user.twoFactorSecret !== null && may('USER_PRIVILEGES_ALL') ? (['resetTwoFactor'] as const) : []),
    ...(user.temporaryUntil !== null && may('PROMOTE_TEMP') ? (['promote'] as const) : []),
  ];
}
