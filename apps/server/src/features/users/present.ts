import type { User } from '@varde/contract/users';
import type { UserRecord } from '#domain/accounts/users.ts';
import type { Caller } from '#platform/http/caller.ts';
import { abilitiesOn, governs } from './policy.ts';

/** A user as shown to the caller: roles at other customers are only counted. */
export function presentUser(record: UserRecord, caller: Caller): User {
  const { user, custName, held } = record;
  const scope = caller.scopeOf('USER_PRIVILEGES_READ');
  const known = held.filter(({ custId }) => scope === 'all' || (custId !== null && scope.includes(custId)));
  const mayKnowCustomer = governs(caller, 'USER_PRIVILEGES_READ', user.custId);
  const mayKnowLogin = governs(caller, 'LAST_LOGIN', user.custId);
  const { userId, username, firstName, lastName, language } = user;
  return {
    userId,
    username,
    firstName,
    lastName,
    mobile: mayKnowCustomer ? user.mobile : null,
    language,
    beta: user.beta,
    translator: user.translator,
    custId: mayKnowCustomer ? user.custId : null,
    custName: mayKnowCustomer ? custName : null,
    state: stateOf(user),
    invitedUntil: user.invitedUntil?.getTime() ?? null,
    temporaryUntil: user.temporaryUntil?.getTime() ?? null,
    lastLogin: mayKnowLogin ? (user.lastLogin?.getTime() ?? null) : null,
    createdAt: user.createdAt.getTime(),
    deletedAt: user.deletedAt?.getTime() ?? null,
    policies: known,
    otherPolicies: held.length - known.length,
    abilities: abilitiesOn(caller.acting, record),
  };
}

function stateOf({ deletedAt, disabledAt, invitedUntil }: UserRecord['user']): User['state'] {
  if (deletedAt !== null) return 'deleted';
  if (disabledAt !== null) return 'inactive';
  return invitedUntil === null ? 'active' : 'invited';
}
